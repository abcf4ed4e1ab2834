import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from '../files.ts'
import { temporaryFolder } from '../test-kit.ts'
import { endOrphans, noteRunning } from './orphan.ts'

let temporary: ReturnType<typeof temporaryFolder>
let child: ChildProcess | undefined
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => {
  child?.kill('SIGKILL')
  temporary.remove()
})

/** A process with the command line of an anvil. */
function pretend(folder: string): number {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'anvil', '--cache-path', folder])
  return child.pid ?? 0
}

test('an anvil of this folder is ended', async () => {
  const here = paths(temporary.folder)
  const pid = pretend(here.anvil)
  const ended = new Promise((resolve) => child?.once('exit', (_, signal) => resolve(signal)))
  noteRunning(here, '0x0', [{ pid, host: '127.0.0.1', port: 1 }])
  await endOrphans(here)
  expect(await ended).toBe('SIGKILL')
  expect(existsSync(here.anvilPid)).toBe(false)
})

test.each([
  ['an anvil of another folder', '/elsewhere/anvil'],
  ['an anvil of a folder whose name begins like ours', 'ours-too'],
])('%s is left alone', async (_, folder) => {
  const here = paths(temporary.folder)
  const pid = pretend(folder === 'ours-too' ? `${here.anvil}-too` : folder)
  noteRunning(here, '0x0', [{ pid, host: '127.0.0.1', port: 1 }])
  await endOrphans(here)
  expect(child?.killed).toBe(false)
  expect(child?.exitCode).toBe(null)
  expect(() => process.kill(pid, 0)).not.toThrow()
})

test('a note that was never written, is damaged, or names nobody is no obstacle', async () => {
  const here = paths(temporary.folder)
  await endOrphans(here)
  noteRunning(here, '0x0', [{ pid: 2 ** 22 + 1, host: '127.0.0.1', port: 1 }])
  await endOrphans(here)
  expect(existsSync(here.anvilPid)).toBe(false)
})

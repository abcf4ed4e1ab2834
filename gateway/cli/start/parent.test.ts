import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { parentGone } from './parent.ts'

/** A process that waits until its parent is gone, behind a shell as npm has it. */
const waiting = `
  import { parentGone } from './gateway/cli/start/parent.ts'
  const alive = setInterval(() => {}, 1000)
  console.log('begun')
  await parentGone(process.env)
  console.log('gone')
  clearInterval(alive)`

/** Stands for npm: starts the command behind a shell, and hands no signal on. */
const npm = `
  const { spawn } = require('node:child_process')
  spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, process.argv[1]], { stdio: 'inherit' })
  setInterval(() => {}, 1000)`

async function begin(env: Record<string, string>): Promise<{ parent: ChildProcess; said: () => string }> {
  const { npm_execpath: _, ...rest } = process.env
  const parent = spawn(process.execPath, ['-e', npm, waiting], {
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  parent.stdout?.on('data', (chunk) => {
    text += chunk
  })
  await expect.poll(() => text, { timeout: 120_000 }).toContain('begun')
  return { parent, said: () => text }
}

test('what npm started notices that npm was ended', async () => {
  const { parent, said } = await begin({ npm_execpath: '/usr/bin/npm' })
  const ended = once(parent.stdout ?? parent, 'close')
  parent.kill('SIGTERM')
  await ended
  expect(said()).toContain('gone')
})

test('what a shell started stays when the shell goes: it is not even looked at', () => {
  let looks = 0
  void parentGone({}, () => String(looks++))
  expect(looks).toBe(0)
})

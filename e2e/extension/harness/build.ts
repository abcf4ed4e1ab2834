import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folders, root } from '../../../scripts/extension/files.ts'
import { temporaryFolder } from '../../harness/gateway.ts'

/** What a build is made of. */
const sources = ['extension', 'shared', 'wxt.config.ts', 'package-lock.json']

/** A copy of the build for a browser, so that one made meanwhile changes nothing. Built first where it is out of date. */
export function builtExtension(browser: 'chrome' | 'firefox'): { folder: string; remove(): void } {
  const built = timeOf(join(folders[browser], 'manifest.json'))
  if (built < Math.max(...sources.map((path) => newest(join(root, path))))) build(browser)
  const { path, remove } = temporaryFolder()
  cpSync(folders[browser], path, { recursive: true })
  return { folder: path, remove }
}

function build(browser: string): void {
  const { status, stdout, stderr } = spawnSync('wxt', ['build', '--browser', browser], {
    cwd: root,
    // The test runner's own would make it a build for development, with paths of this machine in it.
    env: { ...process.env, NODE_ENV: 'production', PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`the extension was not built\n${stdout}\n${stderr}`)
}

function newest(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const files = readdirSync(path, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !entry.name.includes('.test.') && !entry.parentPath.includes('.wxt'),
  )
  return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

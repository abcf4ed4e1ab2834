import { spawnSync } from 'node:child_process'
import { build } from 'wxt'
import { root } from './files.ts'

/** What the build does not see by itself: wrong types, and among them words that a catalogue lacks. */
const projects = ['shared', 'shared/ui', 'extension']

type Browser = 'chrome' | 'firefox'

/**
 * Checks, then builds into `.output`, for both browsers unless told otherwise. Ends the process at the first project that does
 * not compile.
 */
export async function buildExtension({
  browsers = ['chrome', 'firefox'],
  outDir = '.output',
}: {
  browsers?: Browser[]
  outDir?: string
} = {}): Promise<void> {
  for (const project of projects) {
    const { status } = spawnSync('tsc', ['--noEmit', '--checkers', '1', '-p', project], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) process.exit(status ?? 1)
  }
  // Whatever the caller's is: under another one the JSX is that of development, with paths of this machine in it.
  process.env.NODE_ENV = 'production'
  // WXT has written by then what is wrong.
  for (const browser of browsers) await build({ root, browser, outDir }).catch(() => process.exit(1))
}

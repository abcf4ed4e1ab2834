import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Where each browser's build stands. */
export const folders = {
  chrome: join(root, '.output', 'chrome-mv3'),
  firefox: join(root, '.output', 'firefox-mv3'),
}

/** A file of a build: its path inside, with slashes on every system, and what is in it. */
export type BuiltFile = { path: string; bytes: Uint8Array }

/** Every file of a folder, sorted by path in the order of code units, so that no locale changes it. */
export function filesOf(folder: string): BuiltFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(folder.length + 1).replaceAll('\\', '/'), bytes: readFileSync(file) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

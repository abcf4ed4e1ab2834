import { join } from 'node:path'
import { asset as fileInSource, entry as inSource } from '#gateway/assets.ts'

/**
 * Whether tests start what is built, which loads in a third of the time: `npm test` says so, and has built it. A file that
 * is run by itself starts what the source says.
 */
const isBuilt = process.env.SOTTO_TEST_BUILD === '1'

/** The command, as a file for Node. */
export const command = isBuilt ? fileInSource('../dist/bin.mjs') : fileInSource('main.ts')

// What follows stands for its like in `gateway/assets.ts`: see `in-place.ts`.

/** Scripts and styles of pages are those of the build: each worker would bundle them anew. */
export function asset(name: string): string {
  return fileInSource(isBuilt && name.startsWith('pages/') ? `../dist/${name}` : name)
}

export function entry(name: string): string {
  return isBuilt ? join(fileInSource('../dist'), `${name}.js`) : inSource(name)
}

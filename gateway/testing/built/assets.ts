import { join } from 'node:path'
import { asset, entry as inSource } from '#gateway/assets.ts'

export { asset }

/**
 * Whether tests start what is built, which loads in a third of the time: `npm test` says so, and has built it. A file that
 * is run by itself starts what the source says.
 */
const isBuilt = process.env.SOTTO_TEST_BUILD === '1'

/** The command, as a file for Node. */
export const command = isBuilt ? asset('../dist/bin.mjs') : asset('main.ts')

/** In place of that in `gateway/assets.ts`, as `in-place.ts` has it. */
export function entry(name: string): string {
  return isBuilt ? join(asset('../dist'), `${name}.js`) : inSource(name)
}

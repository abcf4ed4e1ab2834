// How long the last whole run took, and its slowest files: `npm run test:times`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const kept = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  'node_modules',
  '.cache',
  'sotto-times.json',
)
const LISTED = 20

/** `seconds` in all, and of each file, the slowest first. */
export function keepTimes(seconds, files) {
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify({ seconds, files: Object.fromEntries(files) }))
}

/** Of the last whole run on this machine; undefined where there was none. */
export function lastTimes() {
  if (!existsSync(kept)) return undefined
  const { seconds, files } = JSON.parse(readFileSync(kept, 'utf8'))
  return { seconds, files: new Map(Object.entries(files)) }
}

/** One line a file. */
export function slowest(files, count = LISTED) {
  return [...files].slice(0, count).map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const last = lastTimes()
  if (last === undefined) process.stdout.write('There was no whole run yet: npm test\n')
  else {
    const all = [...last.files.values()].reduce((sum, seconds) => sum + seconds, 0)
    process.stdout.write(`${last.files.size} files, ${all.toFixed(0)} s, in ${last.seconds.toFixed(0)} s`)
    process.stdout.write(` on ${availableParallelism()} cores. The slowest:\n${slowest(last.files).join('\n')}\n`)
  }
}

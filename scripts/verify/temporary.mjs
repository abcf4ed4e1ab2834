// Where tests keep what they throw away. Hundreds of databases and data folders are made and removed, which on a disk takes
// longer than most tests: in memory, where there is plenty.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
/** A whole run takes a third of it. */
const NEEDED = 6 * 1024 ** 3

/**
 * From here on temporary folders of this process and of its children are in memory, until it ends; `SOTTO_TEST_DISK` names where
 * they were. Nothing changes where there is too little.
 */
export function keepTemporaryInMemory() {
  if (!hasRoom()) return
  const folder = mkdtempSync(join(SHARED_MEMORY, 'sotto-tests-'))
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711)
  process.env.SOTTO_TEST_DISK = tmpdir()
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => process.exit(code))
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return Math.min(bavail * bsize, freemem()) >= NEEDED
  } catch {
    return false
  }
}

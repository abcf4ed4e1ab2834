import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

const WAIT_MS = 15_000

/**
 * Keeps a second test-net out of a folder. The lock is an open SQLite transaction, so the operating system drops it with
 * the process. Waits for a predecessor that is still ending.
 */
export async function lockFolder(file: string, waitMs = WAIT_MS): Promise<{ release(): void }> {
  const lock = new Sqlite(file)
  lock.pragma('busy_timeout = 0')
  for (const deadline = Date.now() + waitMs; ; await sleep(50)) {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return { release: () => lock.close() }
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error
      if (Date.now() < deadline) continue
      lock.close()
      throw new Error(`another test-net is running on this folder (${file} is locked)`)
    }
  }
}

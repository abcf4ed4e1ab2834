import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** A copy of a SQLite database as it is at one moment, also while others write to it. */
export function copySqlite(from: string, to: string): void {
  const source = new Sqlite(from, { fileMustExist: true })
  try {
    source.pragma('busy_timeout = 5000')
    source.prepare('vacuum into ?').run(to)
    chmodSync(to, 0o600)
  } finally {
    source.close()
  }
}

/** What SQLite's own check has to complain of; empty where the file is sound. */
export function flawsOfSqlite(file: string): string[] {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    const lines = db.pragma('integrity_check') as { integrity_check: string }[]
    return lines.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
  } finally {
    db.close()
  }
}

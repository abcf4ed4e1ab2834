import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFile, makeFolder } from '../config/folder-owner.ts'
import type { Clock } from '../world/world.ts'

const WAIT_MS = 15_000
const STEP_MS = 100

/**
 * Takes a folder for this process, waiting up to 15 s for the process that holds it. The lock is an exclusive SQLite transaction:
 * the operating system drops it with the process, however that ends, so no stale lock file can keep anyone out.
 */
export async function lockFolder(folder: string, clock: Clock, waitMs = WAIT_MS): Promise<{ release(): void }> {
  makeFolder(folder)
  const [holder, file] = [join(folder, 'holder.json'), join(folder, 'lock.db')]
  makeFile(holder)
  makeFile(file)
  const lock = new Sqlite(file)
  lock.pragma('busy_timeout = 0')
  const deadline = clock.now() + waitMs
  while (!tryTake(lock)) {
    if (clock.now() >= deadline) throw new FolderInUse(folder, describe(holder))
    await clock.sleep(STEP_MS)
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date(clock.now()).toISOString() }))
  return { release: () => lock.close() }
}

/** Whether a process holds the folder now; false too where this user cannot see it. A look alone: it makes and keeps nothing. */
export function isHeld(folder: string): boolean {
  let lock: Sqlite.Database | undefined
  try {
    lock = new Sqlite(join(folder, 'lock.db'), { readonly: true, timeout: 0 })
    lock.pragma('schema_version')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    lock?.close()
  }
}

export class FolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(`The data folder ${folder} is in use by ${holder}. Stop it, or choose another folder with --data-dir.`)
    this.name = 'FolderInUse'
  }
}

function tryTake(lock: Sqlite.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function describe(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8')) as { pid: number; since: string }
    return `process ${pid}, since ${since}`
  } catch {
    return 'another process'
  }
}

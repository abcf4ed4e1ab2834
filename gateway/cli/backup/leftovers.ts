import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Config, networkDir } from '../../config/config.ts'
import { newId } from '../../world/new-id.ts'
import { quoted } from '../print.ts'

const STAGE = /^backup-(\d+-\w+)$/
const RESTORING = /\.restoring-(\d+-\w+)(?:\.ready-(\d+))?$/
const PART = /\.part-(\d+-\w+)$/

/** In a container every start has the same process ID: what bears ours, and not this, is of one that has ended. */
const OURS = `${process.pid}-${newId()}`

/** Begins the name of the folder in which a backup is put together; the process in it tells whether it still is. */
export function stageName(): string {
  return `backup-${OURS}`
}

/** The same of a restore, beside the folder that it replaces. */
export function restoringName(dir: string): string {
  return `${dir}.restoring-${OURS}`
}

/** The same of the folder beside a backup in which it is written, before it gets its name. */
export function partName(file: string): string {
  return `${file}.part-${OURS}`
}

/** What that folder is named when it is whole, before the one that it replaces is put aside at the same `at`. */
export function readyName(stage: string, at: number): string {
  return `${stage}.ready-${at}`
}

/** Where a restore keeps the folder that it replaces. `at` in milliseconds since the epoch. */
export function asideName(dir: string, at: number): string {
  return `${dir}.before-restore-${at}`
}

/** Nothing is in it, or it is not there. The lock's own files are no data. */
export function isEmpty(dir: string): boolean {
  if (!existsSync(dir)) return true
  return readdirSync(dir).every((name) => name.startsWith('lock.db') || name === 'holder.json')
}

/**
 * Throws where a restore has put the old data aside and nothing in its place: a gateway would begin anew there. Whether its
 * process has ended does not count: in a container every start has the same process ID.
 */
export function requireWholeRestore(config: Config): void {
  const dir = networkDir(config)
  const aside = cutRestore(dir)
  if (aside === undefined) return
  const filled = config.DATABASE_URL === undefined ? '' : ', into a new database: that of DATABASE_URL is filled'
  throw new Error(
    `A restore was cut short, or still runs: ${dir} is empty. Bring back what was there, then restore again with --force${filled}. To bring it back: rm -rf ${quoted(dir)} && mv ${quoted(aside)} ${quoted(dir)}`,
  )
}

/** The folder that was put aside for one that is ready and has not taken its place. */
function cutRestore(dir: string): string | undefined {
  if (!isEmpty(dir)) return undefined
  const ready = beside(dir, RESTORING).flatMap((stage) => RESTORING.exec(stage)?.[2] ?? [])
  return ready.map((at) => asideName(dir, Number(at))).find((aside) => existsSync(aside))
}

/** Folders of backups and restores that were killed: unattended copies of the data. */
export function leftovers(dir: string): string[] {
  const inside = namesIn(dir).filter((name) => hasEnded(STAGE.exec(name)?.[1]))
  const restoring = cutRestore(dir) === undefined ? endedBeside(dir, RESTORING) : []
  return [...inside.map((name) => join(dir, name)), ...restoring]
}

/** Returns those that are gone. */
export function removeLeftovers(dir: string): string[] {
  return removed(leftovers(dir))
}

/** Removes what killed backups to this file have left. */
export function removeParts(file: string): void {
  removed(endedBeside(file, PART))
}

/** Those of a kind that bear the name of a file or folder, with an addition. */
function beside(path: string, kind: RegExp): string[] {
  const folder = dirname(path)
  const ofPath = (name: string) => kind.test(name) && name.replace(kind, '') === basename(path)
  return namesIn(folder)
    .filter(ofPath)
    .map((name) => join(folder, name))
}

const endedBeside = (path: string, kind: RegExp) =>
  beside(path, kind).filter((found) => hasEnded(kind.exec(found)?.[1]))

/** What another user has left stays: it must not keep a command from its work. */
function removed(folders: string[]): string[] {
  return folders.filter((folder) => {
    try {
      rmSync(folder, { recursive: true, force: true })
      return true
    } catch {
      return false
    }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether the process is gone that this is of: its ID, and what is its own. */
function hasEnded(made: string | undefined): boolean {
  if (made === undefined) return false
  const pid = Number.parseInt(made, 10)
  if (pid === process.pid) return !made.startsWith(OURS)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const STAGE = /^backup-(\d+)-\w+$/
const RESTORING = /\.restoring-(\d+)-\w+$/

/** Begins the name of the folder in which a backup is put together; the process in it tells whether it still is. */
export function stageName(): string {
  return `backup-${process.pid}-`
}

/** The same of a restore, beside the folder that it replaces. */
export function restoringName(dir: string): string {
  return `${dir}.restoring-${process.pid}-`
}

/** Folders of backups and restores that were killed: unattended copies of the data. */
export function leftovers(dir: string): string[] {
  const inside = namesIn(dir).filter((name) => hasEnded(STAGE.exec(name)?.[1]))
  const beside = namesIn(dirname(dir)).filter(
    (name) => name.startsWith(basename(dir)) && hasEnded(RESTORING.exec(name)?.[1]),
  )
  return [...inside.map((name) => join(dir, name)), ...beside.map((name) => join(dirname(dir), name))]
}

/** Returns those that are gone. What another user has left stays: it must not keep a start from its work. */
export function removeLeftovers(dir: string): string[] {
  return leftovers(dir).filter((folder) => {
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

/** Whether this was the ID of a process that is gone. */
function hasEnded(pid: string | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

import {
  closeSync,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

type Owner = { uid: number; gid: number }

/**
 * Root may run a command beside a service that has a user of its own: what it leaves in the service's folder has to be that
 * user's, or the next start cannot read it. Undefined where nothing is to be given: to root itself, or by anyone else.
 */
function ownerOf(folder: string): Owner | undefined {
  if (!isRoot()) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

/** On Deno without the permission to ask it is not: nor could it give anything to anyone then. */
function isRoot(): boolean {
  try {
    return process.getuid?.() === 0
  } catch {
    return false
  }
}

/** Gives an open file, just made in this folder, to the folder's owner. */
export function giveOpenFile(handle: number, folder: string): void {
  const owner = ownerOf(folder)
  if (owner !== undefined) fchownSync(handle, owner.uid, owner.gid)
}

/** Gives a file, or a folder with all that is in it, to whom `folder` belongs. Links are not followed. */
export function giveTo(folder: string, path: string): void {
  const owner = ownerOf(folder)
  if (owner !== undefined) giveAll(path, owner)
}

/** From the inside out: until the folder is given, no other user can put a file there. */
function giveAll(path: string, { uid, gid }: Owner): void {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAll(join(path, name), { uid, gid })
  lchownSync(path, uid, gid)
}

/** Makes a folder that no other user can look into, unless it is there, and those above it. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first !== undefined) giveTo(dirname(first), first)
}

/**
 * Makes an empty file that no other user can read, unless it is there. One that is there is not opened: to close it would end
 * SQLite's locks on it.
 */
export function makeFile(file: string): void {
  if (existsSync(file)) return
  try {
    const handle = openSync(file, 'wx', 0o600)
    giveOpenFile(handle, dirname(file))
    closeSync(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

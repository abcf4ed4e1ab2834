import { readFileSync } from 'node:fs'
import { Refused } from '#shared/refusal-codes.ts'
import { withoutUrls } from '../error-words.ts'
import { printableLine } from '../world/printable.ts'

/** What the system says, by its code, in words that say what to do. */
const system: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'This user may not read or write it',
  EPERM: 'This user may not do that',
  EEXIST: 'It is there already; choose another name',
  EISDIR: 'It is a folder, and a file is needed',
  ENOTDIR: 'A part of the path is no folder',
  ENOSPC: 'The disk is full; make room',
  EROFS: 'The disk cannot be written to',
  SQLITE_CANTOPEN: 'The database cannot be opened: see who owns its folder, and how the disk is mounted',
  SQLITE_READONLY: 'The database cannot be written to: see who owns its files, and how the disk is mounted',
  SQLITE_READONLY_DBMOVED: 'The database was moved meanwhile, and nothing was written: see where it is now',
  SQLITE_FULL: 'The disk is full; make room',
  SQLITE_BUSY: 'Another process has the database; do this again when it has ended',
  EADDRINUSE: 'Another program listens there; stop it, or choose another SOTTO_PORT',
  EADDRNOTAVAIL: 'This machine has no such address; see SOTTO_HOST',
}

/** In words, where the system or SQLite says by a code why not; undefined of any other error. */
export function systemWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  // Of most longer codes of SQLite the first two words say enough; a node's error may have a number.
  const words = system[String(code)] ?? system[String(code).split('_', 2).join('_')]
  const of = path ?? (address === undefined ? undefined : `${address}:${port}`)
  return words && `${of === undefined ? '' : `${of}: `}${words}.`
}

/** A file that a person named. Of a folder Node says that it is one, and not which: the error names it too. */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw withPath(file, error)
  }
}

/** An error of the system with the path that it is about. */
export function withPath(path: string, error: unknown): Error {
  return Object.assign(error as Error, { path })
}

/** What happened, and why, for anyone who typed a command; the stack only where somebody looks for a bug. */
export function explain(error: unknown, debug: boolean): string {
  if (!(error instanceof Error)) return String(error)
  if (debug) return withoutUrls(error.stack ?? error.message)
  const words = systemWords(error)
  if (words !== undefined) return words
  // A cause's own message may carry the URL that failed, and with it somebody's RPC key.
  const cause = error.cause as { shortMessage?: string; details?: string } | undefined
  const detail = cause?.details ?? cause?.shortMessage
  const flaws = error instanceof Refused ? flawLines(error.details) : ''
  return `${error.message}${detail === undefined ? '' : `: ${withoutUrls(detail)}`}${flaws}`
}

/** What is wrong field by field, from a refusal's details: each on a line of its own, after a line break. Empty of other details. */
export function flawLines(details: unknown): string {
  const flaws = Array.isArray(details) ? (details as { path?: unknown; message?: unknown }[]) : []
  return flaws.map(({ path, message }) => `\n  ${printableLine(`${path} ${message}`)}`).join('')
}

import { withoutUrls } from '../error-words.ts'

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
  EADDRINUSE: 'Another program listens there; stop it, or choose another SOTTO_PORT',
  EADDRNOTAVAIL: 'This machine has no such address; see SOTTO_HOST',
}

/** What happened, and why, for anyone who typed a command; the stack only where somebody looks for a bug. */
export function explain(error: unknown, debug: boolean): string {
  if (!(error instanceof Error)) return String(error)
  if (debug) return withoutUrls(error.stack ?? error.message)
  const { code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const words = code === undefined ? undefined : system[code]
  if (words !== undefined) return `${path ?? (address === undefined ? code : `${address}:${port}`)}: ${words}.`
  // A cause's own message may carry the URL that failed, and with it somebody's RPC key.
  const cause = error.cause as { shortMessage?: string; details?: string } | undefined
  const detail = cause?.details ?? cause?.shortMessage
  return detail === undefined ? error.message : `${error.message}: ${withoutUrls(detail)}`
}

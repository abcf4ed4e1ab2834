import { zipSync } from 'fflate'
import { filesOf } from './files.ts'

/** The least that the format can hold, in local time as the format wants it: the same in every time zone. */
const mtime = new Date(1980, 0, 1)

/** A build as one zip for a store: the same bytes from the same files, on every machine. */
export function packed(folder: string): Uint8Array {
  const entries = filesOf(folder).map(({ path, bytes }) => [path, forStore(path, bytes)] as const)
  // `os` 0: no file modes, which differ from machine to machine.
  return zipSync(Object.fromEntries(entries), { level: 9, mtime, os: 0 })
}

/** Chrome's store refuses a manifest with a `key`: it gives the extension one of its own. */
function forStore(path: string, bytes: Uint8Array): Uint8Array {
  if (path !== 'manifest.json') return bytes
  const { key: _, ...manifest } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  return new TextEncoder().encode(JSON.stringify(manifest))
}

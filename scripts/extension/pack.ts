import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import zopfli from '@gfx/zopfli'
import { Zip, type ZipInputFile } from 'fflate'
import { deflateRaw } from 'pako'
import { filesOf } from './files.ts'

/** The least that the format can hold, in local time as the format wants it: the same in every time zone. */
const mtime = new Date(1980, 0, 1)

/** A build as one zip for a store: the same bytes from the same files, on every machine. */
export async function packed(folder: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    pieces.push(piece)
  })
  for (const { path, bytes } of filesOf(folder)) await addTo(zip, path, forStore(path, bytes))
  zip.end()
  return Buffer.concat(pieces)
}

/** As method 8 is called in section 4.4.5 of PKWARE's APPNOTE. */
const DEFLATED = 8

/** From this size on a file is worth the time that Zopfli takes: the small ones together would be a KB less in seconds. */
const LARGE = 3_000

type Deflated = Uint8Array<ArrayBuffer>

/** By SHA-256: the packages of both browsers have most files in common. */
const begunBefore = new Map<string, Promise<Deflated>>()

/**
 * Deflated by Zopfli in WebAssembly, which finds a twenty-fifth more than zlib; the small ones by zlib in JavaScript. Both give the
 * same bytes everywhere: Node's own zlib has other code, and with it other bytes, on other processors.
 */
function deflated(bytes: Uint8Array): Promise<Deflated> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const begun = begunBefore.get(hash) ?? deflate(bytes)
  begunBefore.set(hash, begun)
  return begun
}

async function deflate(bytes: Uint8Array): Promise<Deflated> {
  if (bytes.length < LARGE) return deflateRaw(bytes, { level: 9, memLevel: 9 })
  return new Uint8Array(await zopfli.deflateAsync(bytes, { numiterations: 3 }))
}

async function addTo(zip: Zip, path: string, bytes: Uint8Array): Promise<void> {
  // `os` 0: no file modes, which differ from machine to machine.
  const file: ZipInputFile = {
    filename: path,
    compression: DEFLATED,
    size: bytes.length,
    crc: crc32(bytes),
    mtime,
    os: 0,
  }
  zip.add(file)
  file.ondata?.(null, await deflated(bytes), true)
}

/** Chrome's store refuses a manifest with a `key`: it gives the extension one of its own. */
function forStore(path: string, bytes: Uint8Array): Uint8Array {
  if (path !== 'manifest.json') return bytes
  const { key: _, ...manifest } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  return new TextEncoder().encode(JSON.stringify(manifest))
}

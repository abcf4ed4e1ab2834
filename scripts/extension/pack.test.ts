import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { packed } from './pack.ts'

const files = {
  'manifest.json': '{"manifest_version":3,"key":"MIIB","name":"Sotto"}',
  'chunks/b.js': 'b',
  'chunks/a.js': 'a',
  'Z.js': 'z',
  'large.js': 'const words = 1\n'.repeat(1_000),
}

/** Bytes of an entry of the central directory before its name: section 4.3.12 of PKWARE's APPNOTE. */
const CENTRAL_HEADER = 46

/** The package of these files, written in this order at that time. */
async function packedFrom(entries: [string, string][], written: Date): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-pack-'))
  try {
    for (const [path, text] of entries) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
      utimesSync(join(folder, path), written, written)
    }
    return await packed(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('neither the order nor the time of writing changes a byte of the package', async () => {
  const one = await packedFrom(Object.entries(files), new Date('2026-01-01'))
  const other = await packedFrom(Object.entries(files).reverse(), new Date('2031-07-09'))
  expect(Buffer.from(one).equals(other)).toBe(true)
})

test('everything is in it, but for the key, which a store does not take', async () => {
  const { 'manifest.json': manifest, ...rest } = unzipSync(await packedFrom(Object.entries(files), new Date()))
  expect(Object.entries(rest).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['Z.js', 'z'],
    ['chunks/a.js', 'a'],
    ['chunks/b.js', 'b'],
    ['large.js', files['large.js']],
  ])
  expect(JSON.parse(strFromU8(manifest ?? new Uint8Array()))).toEqual({ manifest_version: 3, name: 'Sotto' })
})

test('each file has the checksum of what is in it, which browsers and stores look at', async () => {
  const { 'manifest.json': _, ...unchanged } = files
  const zip = Buffer.from(await packedFrom(Object.entries(files), new Date()))
  for (const [path, text] of Object.entries(unchanged)) {
    const entry = zip.lastIndexOf(path) - CENTRAL_HEADER
    expect(zip.toString('latin1', entry, entry + 4)).toBe('PK\x01\x02')
    expect(zip.readUInt32LE(entry + 16)).toBe(crc32(text))
    expect(zip.readUInt32LE(entry + 24)).toBe(text.length)
  }
})

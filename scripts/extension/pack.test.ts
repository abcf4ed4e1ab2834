import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { packed } from './pack.ts'

const files = {
  'manifest.json': '{"manifest_version":3,"key":"MIIB","name":"Sotto"}',
  'chunks/b.js': 'b',
  'chunks/a.js': 'a',
  'Z.js': 'z',
}

/** The package of these files, written in this order at that time. */
function packedFrom(entries: [string, string][], written: Date): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-pack-'))
  try {
    for (const [path, text] of entries) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
      utimesSync(join(folder, path), written, written)
    }
    return packed(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('neither the order nor the time of writing changes a byte of the package', () => {
  const one = packedFrom(Object.entries(files), new Date('2026-01-01'))
  const other = packedFrom(Object.entries(files).reverse(), new Date('2031-07-09'))
  expect(Buffer.from(one).equals(other)).toBe(true)
})

test('everything is in it, but for the key, which a store does not take', () => {
  const { 'manifest.json': manifest, ...rest } = unzipSync(packedFrom(Object.entries(files), new Date()))
  expect(Object.entries(rest).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['Z.js', 'z'],
    ['chunks/a.js', 'a'],
    ['chunks/b.js', 'b'],
  ])
  expect(JSON.parse(strFromU8(manifest ?? new Uint8Array()))).toEqual({ manifest_version: 3, name: 'Sotto' })
})

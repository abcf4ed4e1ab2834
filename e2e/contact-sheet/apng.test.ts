import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { animatedPng } from './apng.ts'

const still = (name: string) => readFileSync(`extension/public/icon/${name}.png`)

/** Type and length of each chunk, with a look at its CRC. */
function chunksOf(png: Buffer): string[] {
  const found: string[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    found.push(`${body.toString('latin1', 0, 4)} ${length}`)
    at += length + 12
  }
  return found
}

test('a film has a frame control and the data of each picture, numbered in one sequence', () => {
  const film = animatedPng([
    { png: still('48'), ms: 900 },
    { png: still('48'), ms: 1_500 },
  ])
  const kinds = chunksOf(film).map((each) => each.split(' ')[0])
  expect(kinds).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'])
  expect(chunksOf(film)).toContain('fcTL 26')
  const numbers = [...film.toString('latin1').matchAll(/fcTL|fdAT/g)].map(({ index }) => film.readUInt32BE(index + 4))
  expect(numbers).toEqual([0, 1, 2])
})

test('pictures of another size make no film', () => {
  expect(() => animatedPng([])).toThrow('at least one')
  expect(() => animatedPng(['48', '32'].map((name) => ({ png: still(name), ms: 500 })))).toThrow(
    'picture 1 has another',
  )
})

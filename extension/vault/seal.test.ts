import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { type Box, importKey, open, openBytes, seal, sealBytes } from './seal.ts'

const key = await importKey(new Uint8Array(32).fill(7))
const otherKey = await importKey(new Uint8Array(32).fill(8))

test('what was sealed opens with the same key and the same bound text', async () => {
  for (const text of ['', 'sotto_sk_…', '🂡'.repeat(1_000)]) {
    expect(await open(key, 'here', await seal(key, 'here', text))).toBe(text)
  }
})

test('the same text sealed twice looks different', async () => {
  const [a, b] = [await seal(key, 'here', 'text'), await seal(key, 'here', 'text')]
  expect(a.iv).not.toBe(b.iv)
  expect(a.ct).not.toBe(b.ct)
})

test('it opens with no other key and under no other bound text', async () => {
  const box = await seal(key, 'sotto key|1|a|https://a.example', 'secret')
  await expect(open(otherKey, 'sotto key|1|a|https://a.example', box)).rejects.toThrow()
  await expect(open(key, 'sotto key|1|a|https://b.example', box)).rejects.toThrow()
  await expect(open(key, '', box)).rejects.toThrow()
})

test('one bit that flips anywhere keeps it shut', async () => {
  const box = await sealBytes(key, 'here', new Uint8Array([1, 2, 3]))
  for (const part of ['iv', 'ct'] as const) {
    for (let bit = 0; bit < fromBase64(box[part]).length * 8; bit++) {
      await expect(openBytes(key, 'here', { ...box, [part]: flipped(box[part], bit) })).rejects.toThrow()
    }
  }
})

test.each<[string, Box]>([
  ['empty', { iv: '', ct: '' }],
  ['no base64', { iv: '!', ct: '?' }],
  ['shorter than a tag', { iv: toBase64(new Uint8Array(12)), ct: toBase64(new Uint8Array(15)) }],
])('a box that is %s is refused', async (_, box) => {
  await expect(openBytes(key, 'here', box)).rejects.toThrow()
})

test('bytes that are no UTF-8 are not passed off as text', async () => {
  const box = await sealBytes(key, 'here', new Uint8Array([0xff, 0xfe]))
  await expect(open(key, 'here', box)).rejects.toThrow()
})

test('an imported key cannot be taken out again', async () => {
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

function flipped(base64: string, bit: number): string {
  const bytes = fromBase64(base64)
  const at = bit >> 3
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
  return toBase64(bytes)
}

import encodeQR from 'qr'
import { afterEach, expect, test, vi } from 'vitest'
import { codesIn } from './decode.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A code in black on white, so many pixels a module. */
function drawn(text: string, scale = 4): ImageData {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const width = modules.length * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height: width, data } as unknown as ImageData
}

const blank = { width: 300, height: 300, data: new Uint8ClampedArray(360_000).fill(255) } as unknown as ImageData
const browserSays = (detect: () => Promise<{ rawValue: string }[]>) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = detect
    },
  )

test('a code is read, whatever letters are in it', async () => {
  expect(await codesIn(drawn('ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1'))).toEqual([
    'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1',
  ])
  expect(await codesIn(drawn('Grüße, 世界'))).toEqual(['Grüße, 世界'])
})

test('in a picture without a code none is found', async () => {
  expect(await codesIn(blank)).toEqual([])
})

test('what the browser reads goes first', async () => {
  browserSays(async () => [{ rawValue: 'read by the browser' }])
  expect(await codesIn(blank)).toEqual(['read by the browser'])
})

test.each([
  ['finds nothing', async () => []],
  ['fails', () => Promise.reject(new Error('no such service'))],
])('where the browser %s, the library reads it', async (_, detect) => {
  browserSays(detect)
  expect(await codesIn(drawn('0x12'))).toEqual(['0x12'])
})

/** Two pictures side by side. */
function beside(one: ImageData, other: ImageData): ImageData {
  const width = one.width + other.width
  const height = Math.max(one.height, other.height)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [image, left] of [
    [one, 0],
    [other, one.width],
  ] as const)
    for (let y = 0; y < image.height; y++)
      data.set(image.data.subarray(y * image.width * 4, (y + 1) * image.width * 4), (y * width + left) * 4)
  return { width, height, data } as unknown as ImageData
}

const [mine, theirs] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]

test.each([
  ['of one size', 4, 4],
  ['small beside large', 3, 7],
])('two codes in a picture are two, %s', async (_, one, other) => {
  expect((await codesIn(beside(drawn(mine, one), drawn(theirs, other)))).sort()).toEqual([mine, theirs])
})

test('a second code that the browser overlooks is found', async () => {
  browserSays(async () => [{ rawValue: mine }])
  expect(await codesIn(beside(drawn(mine), drawn(theirs)))).toEqual([mine, theirs])
})

test('the same code twice is one, and another one beside them is found', async () => {
  const twice = beside(drawn(mine), drawn(mine))
  expect(await codesIn(twice)).toEqual([mine])
  expect((await codesIn(beside(twice, drawn(theirs)))).sort()).toEqual([mine, theirs])
})

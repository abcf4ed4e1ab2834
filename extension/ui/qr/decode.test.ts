import encodeQR from 'qr'
import { afterEach, expect, test, vi } from 'vitest'
import { codeIn } from './decode.ts'

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
  expect(await codeIn(drawn('ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1'))).toBe(
    'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1',
  )
  expect(await codeIn(drawn('Grüße, 世界'))).toBe('Grüße, 世界')
})

test('in a picture without a code none is found', async () => {
  expect(await codeIn(blank)).toBeUndefined()
})

test('what the browser reads goes first', async () => {
  browserSays(async () => [{ rawValue: 'read by the browser' }])
  expect(await codeIn(blank)).toBe('read by the browser')
})

test.each([
  ['finds nothing', async () => []],
  ['fails', () => Promise.reject(new Error('no such service'))],
])('where the browser %s, the library reads it', async (_, detect) => {
  browserSays(detect)
  expect(await codeIn(drawn('0x12'))).toBe('0x12')
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { makePads, type Pad } from './pad.ts'

const handleOf = (): Hex => `0x${randomBytes(32).toString('hex')}`

/** Pads, and what was encrypted for them. */
async function made(count: number): Promise<{ pads: Pad[]; numbers: bigint[] }> {
  const numbers: bigint[] = []
  const pads = await makePads(count, async (values) => {
    numbers.push(...values)
    return values.map(() => ({ handle: handleOf(), proof: '0x00' as const }))
  })
  return { pads: pads ?? [], numbers }
}

test('what is added is the amount less the number that was encrypted, modulo 2^64', async () => {
  const { pads, numbers } = await made(64)
  for (const [index, pad] of pads.entries()) {
    const amount = [0n, 1n, 2n ** 64n - 1n, 5_000_000n][index % 4] as bigint
    const { delta, encrypted } = pad.spend(amount)
    expect(delta).toBe(BigInt.asUintN(64, amount - (numbers[index] as bigint)))
    expect(encrypted).toEqual({ handle: pad.input.handle, units: numbers[index] })
    expect(BigInt.asUintN(64, delta + encrypted.units)).toBe(amount)
  }
})

test('numbers are drawn anew, of 64 bits: all bits take part, and none comes twice', async () => {
  const { numbers } = await made(4_096)
  expect(new Set(numbers).size).toBe(4_096)
  for (let bit = 0n; bit < 64n; bit++) {
    const ones = numbers.filter((number) => (number >> bit) & 1n).length
    // Ten standard deviations.
    expect(Math.abs(ones - 2_048)).toBeLessThan(320)
  }
})

test('a pad has one amount: asked again it says the same, and for another one nothing', async () => {
  const { pads } = await made(1)
  const [pad] = pads as [Pad]
  expect(pad.isSpent).toBe(false)
  const first = pad.spend(7n)
  expect(pad.isSpent).toBe(true)
  expect(pad.spend(7n)).toEqual(first)
  expect(() => pad.spend(8n)).toThrow('a second amount')
  expect(pad.spend(7n)).toEqual(first)
})

test('its number is nowhere to be read before it is spent', async () => {
  const { pads, numbers } = await made(1)
  const [pad] = pads as [Pad]
  const shown = JSON.stringify(pad, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
  expect(shown).not.toContain(String(numbers[0]))
})

test('no pads come of inputs that are too few, or the same', async () => {
  const same = { handle: handleOf(), proof: '0x00' as const }
  await expect(makePads(2, async () => [same])).rejects.toThrow()
  await expect(makePads(2, async () => [same, same])).rejects.toThrow()
  expect(await makePads(2, async () => undefined)).toBeUndefined()
})

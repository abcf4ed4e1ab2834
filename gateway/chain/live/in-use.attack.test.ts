import { expect, test } from 'vitest'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../port.ts'
import { createInUse } from './in-use.ts'

const addresses = ['1', '2', '3'].map((digit): Address => `0x${digit.repeat(40)}`)

/** A node on which some addresses have something, in one of the ways that count. */
function node(has: (address: Address) => Partial<{ wei: bigint; stable: bigint; handle: Hex; nonce: number }>) {
  const asked: Address[] = []
  return {
    asked,
    head: async () => ({ number: 7, hash: '0x01', parent: '0x00', time: 1, transactions: [] }) as const,
    async readWallets(some: Address[], block?: number) {
      expect(block).toBe(7)
      asked.push(...some)
      return some.map((address) => ({ address, wei: 0n, stable: 0n, handle: ZERO_HANDLE as Hex, ...has(address) }))
    },
    nonce: async (address: Address) => has(address).nonce ?? 0,
  }
}

const empty = node(() => ({}))

test.each([
  ['a nonce', { nonce: 1 }],
  ['gas', { wei: 1n }],
  ['STABLE', { stable: 1n }],
  ['a confidential balance', { handle: `0x${'1'.repeat(64)}` as const }],
])('an address is in use that has %s', async (_, something) => {
  const one = node((address) => (address === addresses[1] ? something : {}))
  expect(await createInUse(one, []).inUse(addresses)).toEqual([addresses[1]])
  expect(await createInUse(empty, []).inUse(addresses)).toEqual([])
})

test('what one node invents is not believed while another shows nothing', async () => {
  const liar = node(() => ({ wei: 1n }))
  const { inUse } = createInUse(liar, [node(() => ({ stable: 1n })), empty])
  await expect(inUse(addresses)).rejects.toThrow(ChainUnavailable)
  await expect(inUse(addresses)).rejects.toThrow('do not agree')
})

test('nor while another does not answer', async () => {
  const away = { ...empty, head: () => Promise.reject(new ChainUnavailable('away')) }
  await expect(
    createInUse(
      node(() => ({ wei: 1n })),
      [away],
    ).inUse(addresses),
  ).rejects.toThrow('away')
})

test('the others are asked about what was claimed, and about nothing else', async () => {
  const other = node(() => ({ nonce: 3 }))
  const first = node((address) => (address === addresses[2] ? { wei: 1n } : {}))
  expect(await createInUse(first, [other]).inUse(addresses)).toEqual([addresses[2]])
  expect(other.asked).toEqual([addresses[2]])
})

import { expect, test } from 'vitest'
import type { Client } from '../../../chain/live/rpc/client.ts'
import { examineNetwork } from './network.ts'
import { padsFound } from './pads.ts'

const now = Date.UTC(2026, 10, 23)
const what = { tokens: {}, addresses: [], chainId: 11155111, now }

type Node = { chainId: number; version?: string; ageS?: number }

/** A node that answers the first questions, and has no tokens. */
const node = ({ chainId, version = 'FHEVMExecutor v0.4.0', ageS = 5 }: Node) =>
  ({
    getChainId: async () => chainId,
    getBlock: async () => ({ number: 7n, timestamp: BigInt(now / 1000 - ageS) }),
    readContract: async ({ functionName }: { functionName: string }) => {
      if (functionName === 'getVersion') return version
      throw new Error('no contract there')
    },
  }) as unknown as Client

const examine = async (one: Node) => {
  const found = await examineNetwork(node(one), what)
  return new Map(found.map(({ what: name, state, says }) => [name, `${state}: ${says}`]))
}

test.each([1, 137, 17000])('chain %i is not looked at any further', async (chainId) => {
  const found = await examine({ chainId })
  expect([...found.keys()]).toEqual(['chain'])
  expect(found.get('chain')).toMatch(/^bad: .*11155111 alone/)
})

test.each([
  ['v0.1.0', /^ok: v0.1.0, handles plain$/],
  ['v0.4.0', /^ok: v0.4.0, handles of a block$/],
  ['v0.6.0', /^ok: v0.6.0, handles of a block and of origins$/],
  ['v0.7.0', /^warn: v0.7.0, of which this version does not know the formula/],
])('executor %s is named with its formula', async (version, says) => {
  const found = await examine({ chainId: 11155111, version: `FHEVMExecutor ${version}` })
  expect(found.get('executor')).toMatch(says)
})

test('a question without an answer ends the look, and earlier findings stand', async () => {
  const found = await examine({ chainId: 11155111, ageS: 600 })
  expect([...found.keys()]).toEqual(['chain', 'executor', 'network'])
  expect(found.get('chain')).toMatch(/^warn: block 7, 600 s away/)
  expect(found.get('network')).toBe('bad: The chain did not answer: the wrappers registry')
})

test.each([
  [undefined, /^warn: there is no contract of pads at 0x\w{40}: each payment waits for its own proof$/],
  ['0x60', /^ok: the contract of pads stands at 0x\w{40}$/],
])('with code %s where the contract of pads belongs', async (code, says) => {
  const { state, says: text } = await padsFound(
    { getCode: async () => code } as unknown as Client,
    `0x${'c'.repeat(40)}`,
  )
  expect(`${state}: ${text}`).toMatch(says)
})

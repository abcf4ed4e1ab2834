import { expect, test } from 'vitest'
import type { Client } from '../../../chain/live/rpc/client.ts'
import { furtherFound } from './further.ts'

const SETTING = 'SOTTO_RPC_URLS_CONFIRM'
const node = (getChainId: () => Promise<number>, block = 1_000n) => {
  const client = { getChainId, getBlockNumber: async () => block } as unknown as Client
  return { name: 'confirming node 1', setting: SETTING, client } as const
}
const first = node(async () => 11155111).client
const silent = async () => {
  throw new Error('fetch failed at https://node.example/secret')
}

test.each([
  ['of this chain is fine', async () => 11155111, { state: 'ok', says: 'answers' }],
  [
    'of another chain is named with its setting',
    async () => 17000,
    { state: 'bad', says: 'serves chain 17000, not 11155111', mend: `check ${SETTING}` },
  ],
  [
    'that is silent is named, and its address is not',
    silent,
    { state: 'bad', says: 'The chain did not answer: chain ID', mend: `check ${SETTING}` },
  ],
])('a further node %s', async (_, says, finding) => {
  expect(await furtherFound([node(says)], 11155111, first)).toEqual([{ what: 'confirming node 1', ...finding }])
})

test('a further node that is minutes behind the first is named', async () => {
  const says = async () => 11155111
  const found = await furtherFound([node(says, 975n), node(says, 974n)], 11155111, first)
  expect(found.map(({ state, says }) => [state, says])).toEqual([
    ['ok', 'answers'],
    ['bad', 'is 26 blocks behind'],
  ])
})

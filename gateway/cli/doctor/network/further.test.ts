import { expect, test } from 'vitest'
import type { Client } from '../../../chain/live/rpc/client.ts'
import { furtherFound } from './further.ts'

const SETTING = 'SOTTO_RPC_URLS_CONFIRM'
const node = (getChainId: () => Promise<number>) => {
  return { name: 'confirming node 1', setting: SETTING, client: { getChainId } as unknown as Client } as const
}
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
  expect(await furtherFound([node(says)], 11155111)).toEqual([{ what: 'confirming node 1', ...finding }])
})

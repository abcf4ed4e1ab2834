import { createPublicClient, custom, type Hex, keccak256, parseTransaction, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { Signer } from '../port.ts'
import { createHeaders } from './lineage/headers.ts'
import { createReceipts } from './receipts.ts'
import type { Client } from './rpc/client.ts'
import { createHeight } from './rpc/lag.ts'
import { sign } from './send.ts'
import { createSigner } from './wallet-keys.ts'

const CHAIN = 11155111
const token = { address: `0x${'5'.repeat(40)}` as const, symbol: 'T' }
const alice = createSigner()
const mallory = createSigner()
const to = mallory.address

/** A transaction as a node shows it in a block. */
async function shown(signer: Signer, chainId = CHAIN): Promise<Record<string, unknown>> {
  const request = { to, data: '0x' as Hex, value: 1n, nonce: 0, gas: 21_000n, maxFee: 2n, priorityFee: 1n }
  const { raw } = await sign(chainId, signer, request)
  const tx = parseTransaction(raw as `0x02${string}`)
  return {
    hash: keccak256(raw),
    type: '0x2',
    chainId: toHex(chainId),
    from: signer.address.toLowerCase(),
    to: tx.to,
    nonce: '0x0',
    gas: toHex(21_000),
    value: '0x1',
    input: '0x',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    gasPrice: '0x2',
    accessList: [],
    blockNumber: '0x9',
    blockHash: `0x${'b'.repeat(64)}`,
    transactionIndex: '0x0',
    yParity: toHex(tx.yParity ?? 0),
    v: toHex(tx.yParity ?? 0),
    r: tx.r,
    s: tx.s,
  }
}

/** A node that says the nonce went to this transaction, in block 9. */
function nodeWith(transaction: unknown) {
  const answers: Record<string, unknown> = {
    eth_blockNumber: '0x9',
    eth_getTransactionCount: '0x1',
    eth_getBlockByNumber: { number: '0x9', hash: `0x${'b'.repeat(64)}`, timestamp: '0x1', transactions: [transaction] },
  }
  const request = async ({ method, params }: { method: string; params?: unknown[] }) =>
    method === 'eth_getTransactionCount' && params?.[1] !== '0x9' ? '0x0' : answers[method]
  const client = createPublicClient({ transport: custom({ request }), cacheTime: 0 }) as Client
  return createReceipts(client, {
    tokens: { stable: token, cstable: token },
    chainId: CHAIN,
    confirming: [],
    height: createHeight(),
    headers: createHeaders(),
  })
}

const ask = (transaction: unknown) => nodeWith(transaction).whoUsedNonce(alice.address, 0, 9)

test('a rival that the sender signed is one', async () => {
  const real = await shown(alice)
  expect(await ask(real)).toMatchObject({ hash: real.hash, block: 9, to: mallory.address, value: 1n, data: '0x' })
})

test.each([
  ['signed by somebody else, under our name', async () => ({ ...(await shown(mallory)), from: alice.address })],
  ['with another nonce than was signed', async () => ({ ...(await shown(alice)), hash: `0x${'7'.repeat(64)}` })],
  ['with another receiver than was signed', async () => ({ ...(await shown(alice)), to: token.address })],
  ['for another chain', () => shown(alice, 1)],
  ['without a signature', async () => ({ ...(await shown(alice)), r: undefined, s: undefined })],
])('an invented rival is none: %s', async (_, invent) => {
  expect(await ask(await invent())).toBeUndefined()
})

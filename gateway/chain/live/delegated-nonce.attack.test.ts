import { createPublicClient, custom, type Hex, keccak256, parseTransaction, toHex } from 'viem'
import { signAuthorization, signTransaction } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Client } from './client.ts'
import { createNonceSearch } from './nonce-use.ts'
import { createSigner } from './wallet-keys.ts'

/**
 * EIP-7702 (on Sepolia and the main net): an account that becomes a "smart account" sends a transaction of type 4, and signs
 * in it an authorization that takes the nonce after that one. No transaction of the sender has that nonce.
 */
const chainId = 11155111
const alice = createSigner()
const HEAD = 1_000
const MINED_IN = 700
const delegate = `0x${'d'.repeat(40)}` as const

async function upgrade(): Promise<Record<string, unknown>> {
  const authorization = await signAuthorization({ privateKey: alice.key, address: delegate, chainId, nonce: 1 })
  const call = { to: alice.address, value: 0n, nonce: 0, gas: 100_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  const transaction = { type: 'eip7702', chainId, authorizationList: [authorization], ...call } as const
  const raw = await signTransaction({ privateKey: alice.key, transaction })
  const tx = parseTransaction(raw)
  const parity = toHex(tx.yParity ?? 0)
  return {
    hash: keccak256(raw),
    type: '0x4',
    chainId: toHex(chainId),
    from: alice.address.toLowerCase(),
    to: alice.address,
    nonce: '0x0',
    value: '0x0',
    input: '0x',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    gasPrice: '0x2',
    accessList: [],
    gas: toHex(100_000),
    authorizationList: [
      {
        address: delegate,
        chainId: toHex(chainId),
        nonce: '0x1',
        r: authorization.r,
        s: authorization.s,
        yParity: toHex(authorization.yParity ?? 0),
      },
    ],
    blockNumber: toHex(MINED_IN),
    blockHash: `0x${'b'.repeat(64)}`,
    transactionIndex: '0x0',
    yParity: parity,
    v: parity,
    r: tx.r as Hex,
    s: tx.s as Hex,
  }
}

/** A transaction with an access list (EIP-2930), as a node shows it. */
async function withAccessList(): Promise<Record<string, unknown>> {
  const call = { to: alice.address, value: 1n, nonce: 0, gas: 21_000n, gasPrice: 2n }
  const raw = await signTransaction({
    privateKey: alice.key,
    transaction: { type: 'eip2930', chainId, accessList: [], ...call },
  })
  const tx = parseTransaction(raw)
  const parity = toHex(tx.yParity ?? 0)
  const fields = { from: alice.address.toLowerCase(), to: alice.address, nonce: '0x0', value: '0x1', input: '0x' }
  const place = { blockNumber: toHex(MINED_IN), blockHash: `0x${'b'.repeat(64)}`, transactionIndex: '0x0' }
  const signature = { yParity: parity, v: parity, r: tx.r, s: tx.s }
  const fees = { gas: toHex(21_000), gasPrice: '0x2', accessList: [] }
  return { hash: keccak256(raw), type: '0x1', chainId: toHex(chainId), ...fields, ...fees, ...place, ...signature }
}

/** A node that keeps the state of so many blocks behind its head. */
function node(transaction: unknown, head = HEAD, keeps = HEAD): Client {
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    const block = Number((params as unknown[])[method === 'eth_getTransactionCount' ? 1 : 0])
    if (method === 'eth_blockNumber') return toHex(head)
    if (method === 'eth_getTransactionCount') {
      if (block < head - keeps) throw new Error('missing trie node')
      return block >= MINED_IN ? '0x2' : '0x0'
    }
    const transactions = block === MINED_IN ? [transaction] : []
    return { number: toHex(block), hash: `0x${'b'.repeat(64)}`, timestamp: '0x1', transactions }
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) as Client
}

test('who used a nonce is found where the transaction made a smart account of the sender', async () => {
  const use = await upgrade()
  const client = node(use)
  const search = createNonceSearch({ client, archive: client, chainId })
  expect(await search(alice.address, 0, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
})

test('and where its authorization used it: a sender is held up for ever by what nobody can find', async () => {
  const use = await upgrade()
  const client = node(use)
  const search = createNonceSearch({ client, archive: client, chainId })
  expect(await search(alice.address, 1, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
})

test('and where it has an access list', async () => {
  const use = await withAccessList()
  const client = node(use)
  const search = createNonceSearch({ client, archive: client, chainId })
  expect(await search(alice.address, 0, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
})

test('and where it was mined two blocks before what is searched from, on a node that keeps little state', async () => {
  const use = await upgrade()
  const client = node(use, MINED_IN + 10, 128)
  const search = createNonceSearch({ client, archive: client, chainId })
  let found: unknown
  for (let calls = 0; calls < 10 && found === undefined; calls++) {
    found = await search(alice.address, 0, MINED_IN + 2)
  }
  expect(found).toMatchObject({ hash: use.hash, block: MINED_IN })
})

import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { accountForNonces } from '../account-for-nonces.ts'
import { findUnattributed } from './lists-store.ts'
import { inclusionNow } from './reread.ts'

/**
 * An authorization of the operator's (EIP-7702) takes a nonce of it in a transaction that anyone may hand in: the sender of
 * that is another, and so is what it pays.
 */
const hash: Hex = `0x${'e'.repeat(64)}`
const eve: Address = `0x${'e'.repeat(40)}`
const wallet: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let operator: Address
let nonce: number

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
  const { ledger } = world.chain
  operator = world.chain.operator.address
  nonce = ledger.holder(operator).nonce
  ledger.holder(eve).stable = 9_000_000n
  expect(await accountForNonces(world, operator)).toBe(true)
  const { whoUsedNonce } = world.chain
  world.chain.whoUsedNonce = async (sender, at, from) => {
    const block = ledger.mined.get(hash)?.receipt.block
    if (sender !== operator || at !== nonce || block === undefined) return whoUsedNonce(sender, at, from)
    const call = { to: `0x${'0'.repeat(40)}`, data: '0x', value: 0n } as const
    return { ...call, hash, block, raw: hash, maxFee: 1n, priorityFee: 1n, cost: 1n }
  }
})

function handIn() {
  const { ledger } = world.chain
  ledger.take({ hash, sender: eve, nonce: 0, action: { do: 'transfer', to: wallet, units: '5000000' }, cost: 0n })
  ledger.holder(operator).nonce += 1
}

const found = async () => {
  const one = await findUnattributed(world.db, world.keys, hash)
  if (one === undefined) return expect.fail('it was not found')
  return one
}

test('is no reason to refuse what the operator pays, at any later block', async () => {
  handIn()
  for (let blocks = 0; blocks < 4; blocks++) {
    expect(await accountForNonces(world, operator)).toBe(true)
    world.chain.ledger.mineEmpty()
  }
  expect(await found()).toMatchObject({ sender: operator, nonce, does: null })
  expect(await inclusionNow(world, await found())).toBe('included')
})

test('pays nothing of the operator’s in another block either', async () => {
  const { ledger } = world.chain
  handIn()
  expect(await accountForNonces(world, operator)).toBe(true)
  const { blockHash } = await found()
  ledger.rollback(1)
  ledger.mineEmpty()
  handIn()
  expect(await accountForNonces(world, operator)).toBe(true)
  expect(await found()).toMatchObject({ does: null, toAddress: null, blockHash: ledger.blockAt(ledger.block)?.hash })
  expect((await found()).blockHash).not.toBe(blockHash)
})

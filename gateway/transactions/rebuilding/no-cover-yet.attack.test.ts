import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { noteLookedAt } from '../../legs/reconciling/unattributed/store.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { begin, elsewhere, sentAs, setUpEach, tester, transfer, wallet, world } from './restore-fixture.ts'

setUpEach()

beforeEach(() => begin())

/** Signs a confidential call with a key of this gateway's, past its database, and sends it. */
async function outside(from: Address, units: bigint, to: Address): Promise<Hex> {
  const { ledger, operator, calls } = world.chain
  const { nonce } = ledger.holder(from)
  const input = { handle: ledger.ciphertexts.encrypt(units), proof: '0x' } as const
  const signer = { address: from, key: operator.key }
  const call = calls.transferConfidential(to, input)
  const { raw, hash } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

/** A payment of before a restore was mined without cover, which comes in the blocks after it. */
async function minedWithoutCover() {
  const { ledger } = world.chain
  const others = [await walletWithMoney(tester), await walletWithMoney(tester)]
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: 6 })
  for (let blocks = 0; blocks < 6; blocks++) ledger.mineEmpty()
  const before = ledger.block
  const forgotten = await outside(wallet.address, 61_000_000n, elsewhere)
  expect(ledger.confidentialOf(elsewhere)).toBe(0n)
  const cover: Hex[] = []
  for (const { address } of others) cover.push(await outside(address, 60_000_000n, wallet.address))
  expect(await accountForNonces(world, wallet.address)).toBe(true)
  const finds = await world.db.selectFrom('unattributed').select(['hash', 'settled']).execute()
  expect(finds).toEqual([{ hash: forgotten, settled: 0 }])
  return { before, forgotten, cover }
}

test('a payment that moved nothing in a block that is not deep is not made again by its key', async () => {
  const { ledger } = world.chain
  const { before, forgotten, cover } = await minedWithoutCover()
  expect((await transfer('61', 'k')).error?.code).toBe('idempotency_mismatch')
  ledger.rollback(ledger.block - before)
  for (const hash of [...cover, forgotten]) ledger.take(sentAs(hash))
  for (let blocks = 0; blocks < 6; blocks++) ledger.mineEmpty()
  expect((await transfer('61', 'k')).error?.code).toBe('idempotency_mismatch')
  expect(ledger.confidentialOf(elsewhere)).toBe(61_000_000n)
})

test('once its block is deep, it is, as soon as a person has ticked the earlier one off', async () => {
  const { ledger } = world.chain
  const { forgotten } = await minedWithoutCover()
  for (let blocks = 0; blocks < 6; blocks++) ledger.mineEmpty()
  expect((await transfer('61', 'k')).status).toBe(409)
  await noteLookedAt(world.db, forgotten, world.clock.now())
  expect((await transfer('61', 'k')).status).toBe(201)
  expect(ledger.confidentialOf(elsewhere)).toBe(61_000_000n)
})

import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'

const WALLETS = 20
/** Decryptions at once. */
const AT_ONCE = 8

test('where the decryption service is slow, no more is asked of it at once than at any other time', async () => {
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  const { api } = await createTester(world)
  for (let count = 0; count < WALLETS; count++) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    world.chain.ledger.holder(wallet.address as Address).handle = world.chain.ledger.ciphertexts.encrypt(BigInt(count))
  }
  let asked = 0
  world.chain.confidential.decrypt = async () => {
    asked++
    world.clock.pass(30_000)
    throw new ConfidentialUnavailable('slow')
  }
  const { balances } = await api.getBalances({})
  expect(balances).toHaveLength(WALLETS)
  expect(balances.every(({ confidential }) => confidential.encrypted)).toBe(true)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(AT_ONCE)
})

import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'

/**
 * The key of an operator was stolen, and so another one is configured. The thief has a wallet here too, whose key was
 * exported: what goes from one to the other, past the gateway, is still his own.
 */
const FLOAT = 1_000_000_000n

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_REDEEM_MODE: 'float',
    SOTTO_LIMIT_WRITES: '100000',
    SOTTO_LIMIT_READS: '100000',
  })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
})

async function sends(from: Address, to: Address, units: bigint) {
  const { ledger, operator, calls } = world.chain
  const { nonce } = ledger.holder(from)
  const input = { handle: ledger.ciphertexts.encrypt(units), proof: '0x' } as const
  const call = calls.transferConfidential(to, input)
  const signer = { address: from, key: operator.key }
  const { raw } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
}

async function readAll() {
  for (const { id } of (await tester.api.listTransactions({ type: 'REDEEM' })).items) {
    for (let reads = 0; reads < 4; reads++) {
      world.clock.pass(4_000)
      await tester.api.getTransaction({ id })
    }
  }
}

test('who holds the key of a former operator cannot empty the float of the one now', async () => {
  const { ledger, operator: former } = world.chain
  const next = world.chain.wallets.create()
  Object.assign(ledger.holder(next.address), { wei: 10n ** 24n, stable: FLOAT })
  world.chain.operator = next
  Object.assign(world, { memory: createMemory() })
  await reconcileAtStart(world, 'operator')

  for (let rounds = 0; rounds < 3; rounds++) {
    await sends(wallet.address, former.address, 50_000_000n)
    await reconcileAtStart(world, 'operator')
    await readAll()
    await sends(former.address, wallet.address, 50_000_000n)
  }
  expect(ledger.confidentialOf(wallet.address)).toBe(60_000_000n)
  expect(FLOAT - ledger.holder(next.address).stable).toBe(0n)
})

test('nor keep every payout waiting, by one transaction that no search finds in a block', async () => {
  const { ledger, operator: former } = world.chain
  const next = world.chain.wallets.create()
  Object.assign(ledger.holder(next.address), { wei: 10n ** 24n, stable: FLOAT })
  world.chain.operator = next
  Object.assign(world, { memory: createMemory() })
  await reconcileAtStart(world, 'operator')

  // As an authorization of EIP-7702 uses a nonce, and a transaction with an access list.
  ledger.holder(former.address).nonce += 1
  ledger.mineEmpty()
  await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  for (let rounds = 0; rounds < 20; rounds++) {
    world.clock.pass(60_000)
    await readAll()
  }
  expect((await tester.api.listTransactions({ type: 'REDEEM' })).items).toMatchObject([{ status: 'SETTLED' }])
})

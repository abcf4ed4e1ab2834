import { beforeEach } from 'vitest'
import { Refused } from '#shared/refusal-codes.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: string }

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(async () => {
    world = await createTestWorld({
      SOTTO_RECEIPT_WAIT_MS: '2000',
      SOTTO_LIMIT_WRITES: '1000',
      SOTTO_LIMIT_READS: '1000',
      SOTTO_SPONSOR_GAS: 'off',
    })
    tester = await createTester(world)
    wallet = (await tester.api.createWallet({ type: 'custodial' })).wallet
  })
}

export async function funded(stable: string, confidential: string) {
  await tester.api.fund({ walletId: wallet.id, amount: stable })
  await tester.api.mint({ walletId: wallet.id, amount: confidential })
}

export async function triple(id = wallet.id) {
  const { balances } = await tester.api.getWallet({ id })
  return [balances.normal.amount, balances.confidential.amount, balances.total.amount]
}

export async function settled(id: string) {
  for (let reads = 0; reads < 5; reads++) {
    world.clock.pass(1_100)
    const { transaction } = await tester.api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error('not settled')
}

export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Refused) return outcome
  throw new Error(`expected a refusal, got ${outcome}`)
}

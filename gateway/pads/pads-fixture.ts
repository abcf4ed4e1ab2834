import { beforeEach } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Sent } from '../chain/fake/ledger.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { fill } from './fill.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: Address }
/** How many amounts were proved for a payment. */
export let proofs: number

export const elsewhere: Address = `0x${'1'.repeat(40)}`
export const ONE = 1_000_000n
export const DAY_MS = 86_400_000

/** The set-up of each test of the file that calls it: a wallet with 40 STABLE and 60 cSTABLE, and eight pads for each. */
export function setUpEach(settings: Record<string, string> = {}): void {
  beforeEach(async () => {
    world = await createTestWorld({
      SOTTO_PADS: '8',
      SOTTO_LIMIT_WRITES: '100000',
      SOTTO_LIMIT_READS: '100000',
      ...settings,
    })
    tester = await createTester(world)
    wallet = await walletWithMoney(tester)
    countProofs()
  })
}

function countProofs(): void {
  const { confidential } = world.chain
  proofs = 0
  const encrypt: typeof confidential.encrypt = (...asked) => {
    proofs++
    return confidential.encrypt(...asked)
  }
  world.chain = { ...world.chain, confidential: { ...confidential, encrypt } }
}

export const pay = (amount: string) => tester.api.transfer({ walletId: wallet.id, amount, to: elsewhere })
export const filled = () => fill(world)

/** The first payment proves its amount, and lets the contract move the wallet's tokens; then there are pads. */
export async function withPads(): Promise<void> {
  await pay('1')
  await filled()
  proofs = 0
  world.chain.broadcasts.length = 0
}

/** A call with a pad: its handle, and the number that was added to it. */
export function padded(): { handle: Hex; delta: string }[] {
  return world.chain.broadcasts.flatMap(({ action }: Sent) =>
    action.do === 'padded' ? [{ handle: action.handle, delta: action.delta }] : [],
  )
}

export async function settled(id: string) {
  for (let reads = 0; reads < 5; reads++) {
    world.clock.pass(1_100)
    const { transaction } = await tester.api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error('not settled')
}

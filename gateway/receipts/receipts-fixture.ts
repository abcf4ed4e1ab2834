import { beforeEach, expect } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Source } from '../config/config.ts'
import { openNota, type Receipt } from '../notas/format/open-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
export let alice: Tester
export let till: { id: string; address: Address }

/** The set-up of each test of the file that calls it. */
export function setUpEach(): void {
  beforeEach(async () => {
    world = await createTestWorld({
      SOTTO_RECEIPT_WAIT_MS: '2000',
      SOTTO_LIMIT_WRITES: '1000',
      SOTTO_LIMIT_READS: '1000',
    })
    alice = await createTester(world)
    till = await newWallet()
    await alice.api.fund({ walletId: till.id, amount: '100' })
    await alice.api.mint({ walletId: till.id, amount: '60' })
  })
}

/** Goes on with other settings and a new account, on the same chain. */
export async function beginAgain(settings: Source) {
  world = { ...(await createTestWorld(settings)), chain: world.chain }
  alice = await createTester(world)
}

export async function newWallet() {
  const { id, address } = (await alice.api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Refused) return outcome
  throw new Error(`expected a refusal, got ${outcome}`)
}

export async function receiptOf(id: string): Promise<Receipt> {
  const { nota } = await alice.api.getTransactionNota({ id })
  const opened = await openNota(nota, world.clock.now(), world.chain.wallets)
  if (opened.type !== 'receipt') throw new Error('not a receipt')
  return opened
}

export const unavailable = async (id: string) => {
  const { code, status, message } = await refusal(alice.api.getTransactionNota({ id }))
  expect([code, status]).toEqual(['receipt_unavailable', 400])
  return message
}

export async function settled(id: string) {
  for (let reads = 0; reads < 5; reads++) {
    world.clock.pass(1_100)
    const { transaction } = await alice.api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error('not settled')
}

export async function stater({ content }: Receipt, amount = content.amount) {
  const { handle, legs, walletSignature } = content
  const [first] = legs
  if (handle === null || first === undefined || walletSignature === undefined) return undefined
  const units = BigInt(Number(amount) * 1e6)
  return world.chain.wallets.recover(
    amountStatement({ ...content, handle, txHash: first.txHash, units }),
    walletSignature,
  )
}

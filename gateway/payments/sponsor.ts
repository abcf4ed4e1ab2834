import { type Flaw, Refusal } from '#shared/refusal.ts'
import { sponsorsGas } from '../config/config.ts'
import type { Transaction } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { faucetDraft } from './fund.ts'
import { GivenMeanwhile, HasGas, OperatorShort } from './rules/gas-gift.ts'
import { gasGrantsOf } from './rules/grants-store.ts'
import type { Draft } from './submit/draft.ts'
import { submit } from './submit/submit.ts'
import { waitFor } from './submit/wait.ts'

/**
 * A payment of a custodial wallet. One that is short of gas gets some from the operator first, within the faucet's limits, so
 * that who was paid can pay: a transaction of its own, which the account sees as a faucet payment of no money. Where the
 * operator cannot give, the payment is refused as it would be without. Both together wait no longer than one payment may.
 */
export async function submitWithGas(world: World, draft: Draft): Promise<Transaction> {
  const begun = world.clock.elapsed()
  try {
    return await submit(world, draft, begun)
  } catch (error) {
    if (!sponsorsGas(world.config) || !isShortOfGas(error)) throw error
    if (!(await giveGas(world, draft, begun))) throw error
  }
  return await submit(world, draft, begun)
}

function isShortOfGas(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') return false
  return (error.details as Flaw[]).some(({ reason }) => reason === 'insufficient_gas')
}

/**
 * Whether another try is worth it: the wallet has been given gas, or has it. Once for each need: what is on its way is waited
 * for, and in the database transaction that stores a gift there is none that came after the question whether one is needed.
 */
async function giveGas(world: World, draft: Draft, begun: number): Promise<boolean> {
  const { wallet } = draft
  const before = await gasGrantsOf(world.db, wallet.id)
  if (before.open !== undefined) return arrived(await waitFor(world, before.open, begun))
  const { operator } = world.chain
  if (operator === undefined || operator.address === wallet.address) return false
  const givenBefore = before.count
  try {
    const asked = { by: null, claim: undefined, wallet, units: 0n, externalId: null, givenBefore }
    return arrived(await submit(world, faucetDraft(world, operator, asked), begun))
  } catch (error) {
    if (error instanceof GivenMeanwhile) return giveGas(world, draft, begun)
    if (error instanceof HasGas) return true
    if (error instanceof OperatorShort) return false
    // What another try may change is said; a limit, or a call that failed, leaves the payment's own refusal.
    if (error instanceof Refusal && error.code !== 'overloaded' && error.code !== 'reconciling') return false
    throw error
  }
}

function arrived({ status }: Transaction): boolean {
  if (status === 'SETTLED' || status === 'FAILED') return status === 'SETTLED'
  throw new Refusal('overloaded', {
    message: 'The operator is giving this wallet ETH for gas. The payment was not sent; try again in a moment.',
    headers: { 'retry-after': '5' },
  })
}

import { type Flaw, Refusal } from '#shared/refusals.ts'
import { sponsorsGas } from '../config/config.ts'
import type { Transaction } from '../transactions/store.ts'
import type { Draft } from '../transactions/submit/draft.ts'
import { submit } from '../transactions/submit/submit.ts'
import { waitFor } from '../transactions/submit/wait.ts'
import type { World } from '../world/world.ts'
import { faucetDraft } from './fund.ts'
import { openGasGrant } from './grants-store.ts'

/**
 * A payment of a custodial wallet. One that is short of gas gets some from the operator first, within the faucet's limits, so
 * that who was paid can pay: a transaction of its own, which the account sees as a faucet payment of no money. Where the
 * operator cannot give, the payment is refused as it would be without.
 */
export async function submitWithGas(world: World, draft: Draft): Promise<Transaction> {
  try {
    return await submit(world, draft)
  } catch (error) {
    if (!sponsorsGas(world.config) || !isShortOfGas(error)) throw error
    if (!(await giveGas(world, draft))) throw error
  }
  return submit(world, draft)
}

function isShortOfGas(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.code !== 'validation_error') return false
  return (error.details as Flaw[]).some(({ reason }) => reason === 'insufficient_gas')
}

/** The wallet has gas by now: somebody else saw to it, or it was given while this waited. */
class HasGas extends Error {}

/** The operator has too little itself. No payment of anybody failed: nothing is recorded. */
class OperatorShort extends Error {}

/**
 * Whether another try is worth it: the wallet has been given gas, or has it. Once for each need: one at a time by wallet, and
 * not while what was given is on its way, whoever gave it and whatever was killed meanwhile.
 */
function giveGas(world: World, { caller, wallet }: Draft): Promise<boolean> {
  return world.locks.run(`gas:${wallet.address}`, async () => {
    const open = await openGasGrant(world.db, wallet.id)
    if (open !== undefined) return arrived(await waitFor(world, open, world.clock.elapsed()))
    const { operator } = world.chain
    if (operator === undefined || operator.address === wallet.address) return false
    const enough = (wei: bigint) => {
      if (wei === 0n) throw new HasGas()
    }
    const asked = { caller, claim: undefined, wallet, units: 0n, externalId: null, enough }
    try {
      const given = await submit(world, {
        ...faucetDraft(world, operator, asked),
        stillHolds: async (db) => (await openGasGrant(db, wallet.id)) === undefined,
        lacksGas: () => new OperatorShort(),
      })
      return arrived(given)
    } catch (error) {
      if (error instanceof HasGas) return true
      if (error instanceof OperatorShort) return false
      // What another try may change is said; a limit, or a call that failed, leaves the payment's own refusal.
      if (error instanceof Refusal && error.code !== 'overloaded' && error.code !== 'reconciling') return false
      throw error
    }
  })
}

function arrived({ status }: Transaction): boolean {
  if (status === 'SETTLED' || status === 'FAILED') return status === 'SETTLED'
  throw new Refusal('overloaded', {
    message: 'The operator is giving this wallet ETH for gas. The payment was not sent; try again in a moment.',
    headers: { 'retry-after': '5' },
  })
}

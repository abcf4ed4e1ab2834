import type { FundRequest } from '#shared/api/payments.ts'
import { FUND_DEFAULT } from '#shared/limits.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { Signer } from '../chain/port.ts'
import type { Claim } from '../idempotency/store.ts'
import { gasReserved } from '../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import type { Transaction } from '../transactions/store.ts'
import { type Draft, PaymentImpossible } from '../transactions/submit/draft.ts'
import { submit } from '../transactions/submit/submit.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { gasToGive, hasTank } from './faucet-gas.ts'
import { requireGrant } from './faucet-grants.ts'
import { type Grant, insertGrant } from './grants-store.ts'
import { unitsOf } from './units.ts'

/** Test money from the faucet, and gas where a custodial wallet has little: one on-chain transaction of the operator. */
export async function fund(world: World, caller: Caller, input: FundRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await namedWallet(world, caller, input.walletId, 'walletId')
  const units = unitsOf(input.amount ?? FUND_DEFAULT)
  const { operator } = world.chain
  if (operator === undefined)
    throw new Refusal('not_configured', {
      message: 'This gateway has no operator to pay from: SOTTO_OPERATOR_KEY is not set.',
    })
  const externalId = input.externalId ?? null
  return submit(world, faucetDraft(world, operator, { caller, claim, wallet, units, externalId }))
}

export type FaucetCall = Pick<Draft, 'caller' | 'claim' | 'wallet' | 'units' | 'externalId'> & {
  /** Rejects where this much gas is not worth a call. */
  enough?: (wei: bigint) => Promise<void>
}

/** What the faucet is asked for, within its limits. */
export function faucetDraft(world: World, operator: Signer, asked: FaucetCall): Draft {
  const { wallet, units, enough, ...rest } = asked
  const call = (wei: bigint) => world.chain.calls.fund(wallet.address, units, wei)
  let grant: Grant = { accountId: wallet.accountId, units, wei: 0n }
  return {
    ...rest,
    wallet,
    type: 'FUND',
    token: world.chain.tokens.stable.symbol,
    units,
    confidential: false,
    to: wallet.address,
    sender: operator.address,
    unseal: async () => operator,
    failure: 'fund_failed',
    alsoRead: wallet.address,
    async check({ reading }) {
      grant = { ...grant, wei: await gasToGive(world, wallet, reading) }
      await enough?.(grant.wei)
      await requireGrant(world, grant)
    },
    // What is burned already was promised the operator's gas for its payout: the faucet gives of the rest.
    keeps: async (books, { reading }) => gasReserved(await operatorReserved(books), reading.fees.maxFee),
    // A redeem that is accepted meanwhile is promised what this takes, or this sees that promise.
    alsoLock: 'float',
    // Tried with gas to give, however little: what it takes does not depend on how much.
    build: async () => [{ kind: 'fund', call: call(hasTank(wallet) ? 1n : 0n), movesValue: true }],
    complete: async (leg) => ({ ...leg, call: call(grant.wei) }),
    alongside: (db, transactionId, cost) =>
      insertGrant(db, transactionId, { ...grant, fee: cost - grant.wei }, world.clock.now()),
    lacksGas: () => new PaymentImpossible('The faucet has too little ETH. Ask the server admin.'),
  }
}

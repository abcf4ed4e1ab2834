import type { RedeemRequest } from '#shared/api/payments.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/store.ts'
import { standingOf } from '../transactions/standing.ts'
import type { Transaction } from '../transactions/store.ts'
import { PaymentImpossible, submit } from '../transactions/submit.ts'
import { custodialWallet, signerOf } from '../wallets/own-wallet.ts'
import type { World } from '../world.ts'
import { requireConfidentialCover } from './cover.ts'
import { unitsOf } from './units.ts'

/** More than any payout takes (125 k measured), so that a burn is not begun that the operator cannot pay out. */
const PAYOUT_GAS = 400_000n

/**
 * Burns cSTABLE; the operator then pays the same amount of STABLE. Answers after the burn; reads see it through.
 */
export async function redeem(world: World, caller: Caller, input: RedeemRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const units = unitsOf(input.amount)
  return submit(world, {
    caller,
    claim,
    wallet,
    type: 'REDEEM',
    token: world.chain.tokens.cstable.symbol,
    units,
    confidential: true,
    to: null,
    externalId: input.externalId ?? null,
    signer: await signerOf(world, wallet.id),
    failure: 'redeem_failed',
    async check(standing) {
      await requireConfidentialCover(world, wallet, standing, units)
      await requireOperatorGas(world)
    },
    async build() {
      const encrypted = await world.chain.confidential.encrypt(wallet.address, units)
      return [{ kind: 'unwrap', call: world.chain.calls.unwrap(wallet.address, encrypted), movesValue: true }]
    },
  })
}

/** Checked before the first leg: short of gas, nothing is burned. */
async function requireOperatorGas(world: World): Promise<void> {
  const { operator } = world.chain
  const short = (reason: string) => new PaymentImpossible(`${reason} Nothing was burned.`, 'redeem_settlement_failed')
  if (operator === undefined) throw short('This gateway has no operator key (SOTTO_OPERATOR_KEY).')
  const [{ wei }, { maxFee }] = await Promise.all([standingOf(world, operator.address), world.chain.fees()])
  if (wei < PAYOUT_GAS * maxFee) throw short('The operator has too little ETH to pay out.')
}

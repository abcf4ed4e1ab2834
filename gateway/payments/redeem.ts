import type { RedeemRequest } from '#shared/api/payments.ts'
import type { Address } from '#shared/model/ids.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/store.ts'
import type { LegDraft } from '../legs/prepare.ts'
import type { Reading } from '../legs/reading.ts'
import { leftIn, type Spendable, spendableIn } from '../legs/spendable.ts'
import { publicBurn } from '../pads/public-burn.ts'
import { gasForOneMore, lackFor } from '../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import type { Transaction } from '../transactions/store.ts'
import { type Outlook, PaymentImpossible } from '../transactions/submit/draft.ts'
import { custodialWallet, signerOf } from '../wallets/own-wallet.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { requireConfidentialCover } from './cover.ts'
import { submitWithGas } from './sponsor.ts'
import { unitsOf } from './units.ts'

/**
 * Burns cSTABLE (or, in float mode, moves it to the operator confidentially); the operator then pays the same amount of
 * STABLE. Answers after that first leg; reads see it through.
 */
export async function redeem(world: World, caller: Caller, input: RedeemRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await custodialWallet(world, caller, input.walletId)
  const units = unitsOf(input.amount)
  const float = world.config.SOTTO_REDEEM_MODE === 'float'
  const fromFloat = float ? units : 0n
  const { operator } = world.chain
  let cover: Cover | undefined
  const withoutProof = float ? undefined : await publicBurn(world, wallet.address, units)
  return submitWithGas(world, {
    caller,
    claim,
    wallet,
    type: 'REDEEM',
    token: world.chain.tokens.cstable.symbol,
    units,
    confidential: true,
    to: null,
    externalId: input.externalId ?? null,
    sender: wallet.address,
    unseal: () => signerOf(world, wallet.id),
    failure: 'redeem_failed',
    ...(operator === undefined ? {} : { alsoSpends: operator.address }),
    async check(outlook) {
      await requireConfidentialCover(world, wallet, outlook.spendable, units)
      cover = await requireOperator(world, outlook, fromFloat)
    },
    build: async (atItsTurn) => [await (float ? intoFloat : burn)(world, wallet, units, atItsTurn)],
    ...withoutProof,
    // The operator may burn out of its own float: its gas is promised to payouts, this one's among them.
    ...(wallet.address === operator?.address ? { keeps: gasPromised } : {}),
    // It is reserved by being stored: who is promised the operator's gas and STABLE next sees it, in whatever process.
    stillHolds: async (db) => cover !== undefined && (await lackNow({ ...world, db }, cover, fromFloat)) === undefined,
    // Those of one process wait for each other, rather than find out there.
    alsoLock: 'float',
  })
}

type AtItsTurn = (takesMs: number) => void

async function burn(world: World, wallet: Wallet, units: bigint, atItsTurn: AtItsTurn): Promise<LegDraft> {
  const input = await world.chain.confidential.encrypt(wallet.address, units, atItsTurn)
  return {
    kind: 'unwrap',
    call: world.chain.calls.unwrap(wallet.address, input),
    movesValue: true,
    encrypted: { handle: input.handle, units },
  }
}

async function intoFloat(world: World, wallet: Wallet, units: bigint, atItsTurn: AtItsTurn): Promise<LegDraft> {
  const to = world.chain.operator?.address
  if (to === undefined) throw new PaymentImpossible(NO_OPERATOR, 'redeem_settlement_failed')
  const input = await world.chain.confidential.encrypt(wallet.address, units, atItsTurn)
  return {
    kind: 'transfer',
    call: world.chain.calls.transferConfidential(to, input),
    movesValue: true,
    encrypted: { handle: input.handle, units },
  }
}

const NO_OPERATOR = 'This gateway has no operator key (SOTTO_OPERATOR_KEY). Nothing was burned.'

/** What the operator's cover was decided on. */
type Cover = { operator: Address; reading: Reading; spendable: Spendable }

/** Wei that the operator's payouts take, with one more than are promised. */
async function gasPromised(books: Pick<World, 'db' | 'keys'>, { reading }: Outlook): Promise<bigint> {
  return gasForOneMore(await operatorReserved(books), reading.fees.maxFee)
}

/** Checked before the first leg: short of gas, or in float mode of STABLE, beyond what others were promised, nothing is burned. */
async function requireOperator(world: World, { reading, exactly }: Outlook, units: bigint): Promise<Cover> {
  const { operator } = world.chain
  if (operator === undefined) throw new PaymentImpossible(NO_OPERATOR, 'redeem_settlement_failed')
  // Before what is under way: a payout signed in between then counts twice, never not at all.
  const promised = await operatorReserved(world)
  const spendable = await spendableIn(world, reading, operator.address, exactly)
  const lack = lackFor(units, spendable, promised, reading.fees.maxFee)
  if (lack === undefined) return { operator: operator.address, reading, spendable }
  const reason = `The operator has too little ${lack} to pay out. Nothing was burned.`
  throw new PaymentImpossible(reason, 'redeem_settlement_failed')
}

/** The same by what is stored now. */
async function lackNow(books: Pick<World, 'db' | 'keys'>, { operator, reading, spendable }: Cover, units: bigint) {
  const left = await leftIn(books, reading, operator, spendable.included)
  return lackFor(units, left, await operatorReserved(books), reading.fees.maxFee)
}

import type { FundRequest } from '#shared/api/payments.ts'
import { FUND_DEFAULT, GAS_FULL, GAS_LOW } from '#shared/limits.ts'
import { parseAmount } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { PaymentReading } from '../chain/payment-reading.ts'
import type { Claim } from '../idempotency/store.ts'
import { gasReserved } from '../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import type { Transaction } from '../transactions/store.ts'
import { PaymentImpossible } from '../transactions/submit/draft.ts'
import { submit } from '../transactions/submit/submit.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { gasLeft, requireGrant } from './faucet-grants.ts'
import { type Grant, insertGrant } from './grants-store.ts'
import { unitsOf } from './units.ts'

const etherToWei = (ether: string) => (parseAmount(ether) ?? 0n) * 10n ** 12n

/** Test money from the faucet, and gas where a custodial wallet has little: one on-chain transaction of the operator. */
export async function fund(world: World, caller: Caller, input: FundRequest, claim?: Claim): Promise<Transaction> {
  const wallet = await namedWallet(world, caller, input.walletId, 'walletId')
  const units = unitsOf(input.amount ?? FUND_DEFAULT)
  const { operator } = world.chain
  if (operator === undefined)
    throw new Refusal('not_configured', {
      message: 'This gateway has no operator to pay from: SOTTO_OPERATOR_KEY is not set.',
    })
  const call = (wei: bigint) => world.chain.calls.fund(wallet.address, units, wei)
  let grant: Grant = { accountId: wallet.accountId, units, wei: 0n }
  return submit(world, {
    caller,
    claim,
    wallet,
    type: 'FUND',
    token: world.chain.tokens.stable.symbol,
    units,
    confidential: false,
    to: wallet.address,
    externalId: input.externalId ?? null,
    sender: operator.address,
    unseal: async () => operator,
    failure: 'fund_failed',
    alsoRead: wallet.address,
    async check({ reading }) {
      grant = { ...grant, wei: await gasToGive(world, wallet, reading) }
      await requireGrant(world, grant)
    },
    // What is burned already was promised the operator's gas for its payout: the faucet gives of the rest.
    keeps: async (books, { reading }) => gasReserved(await operatorReserved(books), reading.fees.maxFee),
    // A redeem that is accepted meanwhile is promised what this takes, or this sees that promise.
    alsoLock: 'float',
    // Tried with gas to give, however little: what it takes does not depend on how much.
    build: async () => [{ kind: 'fund', call: call(isTank(wallet) ? 1n : 0n), movesValue: true }],
    complete: async (leg) => ({ ...leg, call: call(grant.wei) }),
    alongside: (db, transactionId, cost) =>
      insertGrant(db, transactionId, { ...grant, fee: cost - grant.wei }, world.clock.now()),
    lacksGas: () => new PaymentImpossible('The faucet has too little ETH. Ask whoever runs this gateway.'),
  })
}

/** More than any payment takes (a wrap with its approval: 700 k and 65 k). */
const PAYMENT_GAS = 800_000n

/**
 * Wei that bring a custodial wallet that has little gas to a full tank. Where gas is dear a tank holds two payments and a
 * half at what it costs now, as far as the account's share of the day goes.
 */
async function gasToGive(world: World, wallet: Wallet, { wallets, fees: { maxFee } }: PaymentReading): Promise<bigint> {
  if (!isTank(wallet)) return 0n
  const has = wallets.get(wallet.address)?.wei ?? 0n
  const payment = PAYMENT_GAS * maxFee
  const [low, full] = [etherToWei(GAS_LOW), etherToWei(GAS_FULL)]
  if (has >= max(low, payment)) return 0n
  const least = max(0n, full - has)
  const most = max(full, (payment * 5n) / 2n) - has
  return max(least, min(most, await gasLeft(world, wallet.accountId)))
}

/** Only a wallet that this gateway signs for needs gas from it. */
const isTank = ({ type }: Pick<Wallet, 'type'>) => type === 'CUSTODIAL'

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)

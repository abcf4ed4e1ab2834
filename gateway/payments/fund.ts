import type { FundRequest } from '#shared/api/payments.ts'
import { FUND_DEFAULT, GAS_FULL, GAS_LOW } from '#shared/limits.ts'
import { parseAmount } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import type { Claim } from '../idempotency/store.ts'
import type { Transaction } from '../transactions/store.ts'
import { PaymentImpossible, submit } from '../transactions/submit.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world.ts'
import { type Grant, insertGrant, requireGrant } from './faucet-grants.ts'
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
  // Asked within the payment, so that a chain that is away leaves a failed row, as it does with every money call.
  let grant: Grant | undefined
  const granted = async () => {
    grant ??= { accountId: wallet.accountId, units, wei: await gasToGive(world, wallet) }
    return grant
  }
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
    check: async () => requireGrant(world, await granted()),
    async build() {
      const { wei } = await granted()
      return [{ kind: 'fund', call: world.chain.calls.fund(wallet.address, units, wei), movesValue: true }]
    },
    alongside: async (db, transactionId, cost) => {
      const given = await granted()
      await insertGrant(db, transactionId, { ...given, fee: cost - given.wei }, world.clock.now())
    },
    lacksGas: () => new PaymentImpossible('The faucet has too little ETH. Ask whoever runs this gateway.'),
  })
}

/** Wei that bring a custodial wallet that has little gas to a full tank. */
async function gasToGive(world: World, wallet: Wallet): Promise<bigint> {
  if (wallet.type !== 'CUSTODIAL') return 0n
  const [has = 0n] = await world.chain.readGas([wallet.address])
  return has < etherToWei(GAS_LOW) ? etherToWei(GAS_FULL) - has : 0n
}

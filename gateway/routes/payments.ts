import type { Caller } from '../auth/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { once } from '../idempotency/once.ts'
import { fund } from '../payments/fund.ts'
import { mint } from '../payments/mint.ts'
import { redeem } from '../payments/redeem.ts'
import { transfer } from '../payments/transfer.ts'
import { readNamed } from '../recovery/named-payment.ts'
import type { Transaction } from '../transactions/store.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

/** Wallets named in a body that the credential does not reach are refused as if there were none. */
async function requireReach(world: World, caller: Caller, body: { walletId: string; toWalletId?: string | undefined }) {
  await namedWallet(world, caller, body.walletId, 'walletId')
  if (body.toWalletId !== undefined) await namedWallet(world, caller, body.toWalletId, 'toWalletId')
}

type Named = { walletId: string; toWalletId?: string | undefined; externalId?: string | null | undefined }

type Verb<Body> = (world: World, caller: Caller, body: Body, claim?: Claim) => Promise<Transaction>
type Call<Body> = { caller: Caller; body: Body; idempotencyKey: string | undefined }

export function paymentRoutes(world: World) {
  const moneyCall =
    <Body extends Named>(endpoint: 'fund' | 'mint' | 'transfer' | 'redeem', verb: Verb<Body>) =>
    ({ caller, body, idempotencyKey }: Call<Body>) =>
      once(world, {
        endpoint,
        kind: 'transaction',
        caller,
        key: idempotencyKey,
        body,
        authorize: () => requireReach(world, caller, body),
        run: async (claim) => ({ transaction: transactionAnswer(await verb(world, caller, body, claim)) }),
        replay: async (id) => ({
          transaction: transactionAnswer(await readNamed(world, caller, id, body.externalId ?? null)),
        }),
      })
  return {
    fund: moneyCall('fund', fund),
    mint: moneyCall('mint', mint),
    transfer: moneyCall('transfer', transfer),
    redeem: moneyCall('redeem', redeem),
  } satisfies Partial<Handlers>
}

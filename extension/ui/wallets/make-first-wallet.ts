import { failureOf } from '#shared/client-failure.ts'

/** One for all browsers of an account: whichever asks, and however often, there is one first wallet. */
const KEY = 'sotto first wallet'

export type FirstWalletMaker = {
  /** How many wallets the account has. */
  count: () => Promise<number>
  create: (label: string, idempotencyKey: string) => Promise<unknown>
}

/**
 * Makes the first wallet of an account, and no second one: an answer may have been lost, with the page that waited for it.
 * Looks first, since a gateway forgets keys after a while; the key holds while an earlier call is still under way.
 */
export async function makeFirstWallet({ count, create }: FirstWalletMaker, label: string): Promise<void> {
  if ((await count()) > 0) return
  try {
    await create(label, KEY)
  } catch (error) {
    // Made a moment ago, under another name.
    if (failureOf(error).code !== 'idempotency_mismatch' || (await count()) === 0) throw error
  }
}

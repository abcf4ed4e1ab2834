import * as z from 'zod/mini'
import { WalletBalances } from '#shared/model/balances.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { unlocked } from '../vault/state.ts'
import { item } from './item.ts'

/** What was last read of the active gateway. In memory only: it goes when the wallet locks. */
export const View = z.strictObject({
  profileId: z.string(),
  balances: z.nullable(z.strictObject({ list: z.array(WalletBalances), at: z.number() })),
  /** The newest page. */
  transactions: z.nullable(z.strictObject({ list: z.array(Transaction), total: z.number(), at: z.number() })),
})
export type View = z.infer<typeof View>

export const view = item<View | null>('session', 'view', z.nullable(View), null)

export async function changeView(profileId: string, part: Partial<View>): Promise<void> {
  await view.update((before) => ({
    ...(before?.profileId === profileId ? before : { profileId, balances: null, transactions: null }),
    ...part,
  }))
  // Locked while this was on its way: nothing of it must stay.
  if ((await unlocked.get()) === null) await view.remove()
}

import * as z from 'zod/mini'
import { WalletBalances } from '#shared/model/balances.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { item } from './item.ts'
import { fitting } from './room.ts'

/** The last answers of the active gateway. In memory only: it goes when the wallet locks. */
export const View = z.strictObject({
  profileId: z.string(),
  /** `omitted`: so many wallets were more than a browser keeps. */
  balances: z.nullable(
    z.strictObject({ list: z.array(WalletBalances), omitted: z.optional(z.number()), at: z.number() }),
  ),
  /** The newest page. */
  transactions: z.nullable(z.strictObject({ list: z.array(Transaction), total: z.number(), at: z.number() })),
})
export type View = z.infer<typeof View>

export const view = item<View | null>('session', 'view', z.nullable(View), null)

/** Characters of JSON, for each of the two lists: the API's most, 100 wallets, are under 100,000. */
const ROOM = 1_500_000

export async function changeView(profileId: string, part: Partial<View>): Promise<void> {
  const { balances, transactions } = part
  await view.update((before) => ({
    ...(before?.profileId === profileId ? before : { profileId, balances: null, transactions: null }),
    ...part,
    ...(balances && { balances: { ...balances, ...fitting(balances.list, ROOM) } }),
    ...(transactions && { transactions: { ...transactions, list: fitting(transactions.list, ROOM).list } }),
  }))
}

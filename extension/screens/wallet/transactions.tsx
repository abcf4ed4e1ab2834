import type { WalletBalances } from '#shared/model/balances.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import { Loaded } from '#shared/ui/kit/loaded.tsx'
import { Rows } from '#shared/ui/kit/rows.tsx'
import { Section } from '#shared/ui/kit/section.tsx'
import { useLoad } from '#shared/ui/kit/use-load.ts'
import { read } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { TransactionRow } from '../../ui/payments/transaction-row.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import { walletWords } from '../../words/en/wallet.ts'

const SHOWN = 10

export type WalletTransactionsProps = {
  profile: Profile
  wallet: Wallet
  all: readonly WalletBalances[]
  hidden: boolean
}

/** What was done with this wallet last. */
export function WalletTransactions({ profile, wallet, all, hidden }: WalletTransactionsProps) {
  const said = walletWords
  const page = useLoad(
    () => read(profile.id, 'listTransactions', { walletId: wallet.id, pageSize: SHOWN }),
    [profile.id, wallet.id],
  )
  return (
    <Section
      title={said.transactions}
      actions={<a href={routeHash('activity', { wallet: wallet.id })}>{said.allOf}</a>}
    >
      <Loaded of={page} empty={({ items }) => items.length === 0} whenEmpty={<p class="soft">{said.none}</p>}>
        {({ items }) => (
          <Rows>
            {items.slice(0, SHOWN).map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} balances={all} hidden={hidden} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  )
}

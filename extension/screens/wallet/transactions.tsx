import type { WalletBalances } from '#shared/model/balances.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import { TransactionRow } from '../../ui/payments/transaction-row.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { walletWords } from '../../words/en/wallets/wallet.ts'

const SHOWN = 10

export type WalletTransactionsProps = Pick<ScreenProps, 'profile' | 'view' | 'settings'> & {
  wallet: Wallet
  all: readonly WalletBalances[]
}

/** The last payments of this wallet, and its last arrivals. */
export function WalletTransactions({ profile, wallet, all, settings, view }: WalletTransactionsProps) {
  const words = walletWords
  const hidden = settings.hideConfidential
  const cards = useCardNames(profile.id)
  const page = useLoad(
    () => read(profile.id, 'listTransactions', { direction: 'all', walletId: wallet.id, pageSize: SHOWN }),
    [profile.id, wallet.id],
  )
  useOnChange(signOf(view), page.reload)
  return (
    <Section
      title={words.transactions}
      actions={<a href={routeHash('activity', { wallet: wallet.id })}>{words.allOf}</a>}
    >
      <Loaded of={page} empty={({ items }) => items.length === 0} whenEmpty={<p class="soft">{words.none}</p>}>
        {({ items }) => (
          <Rows>
            {items.slice(0, SHOWN).map((transaction) => (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                balances={all}
                cards={cards}
                hidden={hidden}
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  )
}

import { useId } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { IconButton } from '#shared/ui/kit/buttons/icon-button.tsx'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { kitWords } from '#shared/ui/words/kit.ts'
import { settings } from '../../store/settings.ts'
import { balanceCardWords } from '../../words/en/home.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { PrivateAmount } from './private-amount.tsx'
import { Triple } from './triple.tsx'

export type BalanceCardProps = {
  balances: WalletBalances
  /** What it is called here, where its name stands above it already. */
  title?: string
  hidden: boolean
  at: number
  onReload: () => Promise<void>
}

/** A wallet's total, and the three things that it is made of. */
export function BalanceCard({ balances, title, hidden, at, onReload }: BalanceCardProps) {
  const id = useId()
  const { wallet, total } = balances
  return (
    <section class="card balance" aria-labelledby={id}>
      <header class="balance-head">
        <h2 id={id} class="clip">
          <bdi>{title ?? walletName(wallet)}</bdi>
        </h2>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={balanceCardWords.hide}
          pressed={hidden}
          onClick={() => void settings.update((before) => ({ ...before, hideConfidential: !hidden }))}
        />
      </header>
      {/* With the total in the open the hidden part of it could be worked out. */}
      <p class="balance-total">
        <span class="unseen">{balanceCardWords.total} </span>
        {total.amount === null ? (
          <Amount value={null} size="xl" />
        ) : (
          <PrivateAmount value={total.amount} token={total.currency} size="xl" hidden={hidden} />
        )}
      </p>
      <Triple balances={balances} hidden={hidden} />
      <p class="balance-age">
        <Time at={at} around={kitWords.asOf} />
        <IconButton icon="refresh" label={kitWords.reload} onClick={() => void onReload()} />
      </p>
    </section>
  )
}

import type { WalletBalances } from '#shared/model/balances.ts'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { Address } from '#shared/ui/kit/values/address.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { walletsWords } from '../../words/en/wallets/wallets.ts'
import { PrivateAmount } from '../amounts/private-amount.tsx'
import { routeHash } from '../routes/route.ts'
import { walletName } from './wallet-name.ts'

/** One wallet in a list: what it is called, where it is, what it holds in total. */
export function WalletRow({ balances, hidden }: { balances: WalletBalances; hidden: boolean }) {
  const { wallet, total } = balances
  return (
    <Row
      icon={wallet.type === 'EXTERNAL' ? 'eye' : 'wallet'}
      title={
        <a class="row-link" href={routeHash('wallet', { id: wallet.id })}>
          <bdi>{walletName(wallet)}</bdi>
        </a>
      }
      meta={[
        wallet.label !== null && <Address value={wallet.address} />,
        (wallet.isPrimary || wallet.type === 'EXTERNAL') && (
          <span class="tags">
            {wallet.isPrimary && <Tag tone="accent">{walletsWords.primary}</Tag>}
            {wallet.type === 'EXTERNAL' && <Tag>{walletsWords.watched}</Tag>}
          </span>
        ),
      ]}
      end={<PrivateAmount value={total.amount} token={total.currency} hidden={hidden} />}
    />
  )
}

import type { WalletBalances } from '#shared/model/balances.ts'
import type { Transaction, TransactionType } from '#shared/model/transaction.ts'
import type { IconName } from '#shared/ui/kit/icon-paths.ts'
import { Row } from '#shared/ui/kit/rows.tsx'
import { shortenAddress } from '#shared/ui/kit/shorten-address.ts'
import { StatusTag } from '#shared/ui/kit/status-tag.tsx'
import { Time } from '#shared/ui/kit/time.tsx'
import { plainToken } from '../../plain-text.ts'
import { transactionRowWords } from '../../words/en/home.ts'
import { isConfidential } from '../amounts/confidential.ts'
import { PrivateAmount } from '../amounts/private-amount.tsx'
import { routeHash } from '../routes/route.ts'
import { walletName } from '../wallets/wallet-name.ts'

export type TransactionRowProps = {
  transaction: Transaction
  /** Of the account, as far as they are known: names, and which token is confidential. */
  balances: readonly WalletBalances[] | undefined
  hidden: boolean
}

const icons: Record<TransactionType, IconName> = {
  FUND: 'fund',
  MINT: 'mint',
  TRANSFER: 'send',
  REDEEM: 'redeem',
  RECEIVE: 'receive',
}

/** One transaction in a list, with a link to all about it. */
export function TransactionRow({ transaction, balances, hidden }: TransactionRowProps) {
  const { id, type, status, amount, token, walletId, to, createdAt } = transaction
  const wallet = balances?.find((each) => each.wallet.id === walletId)?.wallet
  const payee = type === 'TRANSFER' && to !== null ? payeeName(to, balances) : undefined
  return (
    <Row
      icon={icons[type]}
      title={
        <a class="row-link" href={routeHash('transaction', { id })}>
          {transactionRowWords.types[type]}
          {payee !== undefined && (
            <>
              {transactionRowWords.to}
              <bdi>{payee}</bdi>
            </>
          )}
        </a>
      }
      meta={[
        <>
          <Time at={createdAt} />
          {wallet !== undefined && (
            <>
              {' · '}
              <bdi>{walletName(wallet)}</bdi>
            </>
          )}
        </>,
        status !== 'SETTLED' && <StatusTag status={status} />,
      ]}
      end={
        <PrivateAmount
          value={amount}
          token={plainToken(token)}
          hidden={hidden && isConfidential(token, balances)}
          {...(type === 'TRANSFER' && { sign: '−' as const })}
          {...((type === 'FUND' || type === 'RECEIVE') && { sign: '+' as const })}
        />
      }
    />
  )
}

/** A wallet of one's own by its name, anybody else by the address. */
function payeeName(to: string, balances: TransactionRowProps['balances']): string {
  const own = balances?.find(({ wallet }) => wallet.address.toLowerCase() === to.toLowerCase())
  return own === undefined ? shortenAddress(to) : walletName(own.wallet)
}

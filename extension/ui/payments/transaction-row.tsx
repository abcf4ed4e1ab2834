import type { WalletBalances } from '#shared/model/balances.ts'
import type { Transaction, TransactionType } from '#shared/model/transaction.ts'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import type { CardName } from '../../store/sealed/notas.ts'
import { newsWords } from '../../words/en/app.ts'
import { receivedWords, transactionRowWords } from '../../words/en/home.ts'
import { isConfidential } from '../amounts/confidential.ts'
import { partyName } from '../arrivals/names.ts'
import { useIsNew } from '../arrivals/news.ts'
import { TransactionAmount, unknownIcons } from '../arrivals/received-amount.tsx'
import { unknownAmount } from '../arrivals/unknown-amount.ts'
import { routeHash } from '../routes/route.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { isGasGiven } from './gas-given.ts'
import { Standing } from './standing.tsx'

export type TransactionRowProps = {
  transaction: Transaction
  /** Balances of the account, as far as they are known: for names, and to tell which token is confidential. */
  balances: readonly WalletBalances[] | undefined
  /** Names of others. */
  cards: readonly CardName[]
  hidden: boolean
  /** Stands under a heading that names its day. */
  underItsDay?: boolean
}

const icons: Record<TransactionType, IconName> = {
  FUND: 'fund',
  MINT: 'mint',
  TRANSFER: 'send',
  REDEEM: 'redeem',
  RECEIVE: 'receive',
}

/** One transaction in a list, with a link to all about it. */
export function TransactionRow({ transaction, balances, cards, hidden, underItsDay = false }: TransactionRowProps) {
  const { id, type, status, token, walletId, createdAt } = transaction
  const wallet = balances?.find((each) => each.wallet.id === walletId)?.wallet
  const other = otherParty(transaction)
  const unknown = unknownAmount(transaction)
  const isNew = useIsNew(id)
  const isGas = isGasGiven(transaction)
  return (
    <Row
      icon={icons[type]}
      title={
        <a class="row-link" href={routeHash('transaction', { id })}>
          {isGas ? transactionRowWords.gas : transactionRowWords.types[type]}
          {other !== undefined && (
            <span class="row-party">
              {transactionRowWords[other.is]}
              <bdi>{partyName(other.address, balances, cards)}</bdi>
            </span>
          )}
        </a>
      }
      meta={[
        <>
          <Time at={createdAt} as={underItsDay ? 'hour' : 'moment'} />
          {wallet !== undefined && (
            <>
              {' · '}
              <bdi>{walletName(wallet)}</bdi>
            </>
          )}
        </>,
        (isNew || status !== 'SETTLED' || unknown !== undefined) && (
          <span class="tags">
            {isNew && <Tag tone="accent">{newsWords.isNew}</Tag>}
            {status !== 'SETTLED' && <Standing of={transaction} />}
            {unknown !== undefined && <Tag icon={unknownIcons[unknown]}>{receivedWords.amount[unknown]}</Tag>}
          </span>
        ),
      ]}
      end={
        isGas ? undefined : (
          <TransactionAmount
            transaction={transaction}
            brief
            hidden={hidden && isConfidential(token, balances)}
            {...(type === 'TRANSFER' && { sign: '−' as const })}
            {...((type === 'FUND' || type === 'RECEIVE') && { sign: '+' as const })}
          />
        )
      }
    />
  )
}

/** The counterparty: among the account's own calls only a transfer has one. */
function otherParty({ type, from, to }: Transaction): { is: 'to' | 'from'; address: string } | undefined {
  if (type === 'TRANSFER' && to !== null) return { is: 'to', address: to }
  return type === 'RECEIVE' && from ? { is: 'from', address: from } : undefined
}

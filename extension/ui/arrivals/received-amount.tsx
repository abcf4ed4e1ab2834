import type { Transaction } from '#shared/model/transaction.ts'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import type { AmountProps } from '#shared/ui/kit/values/amount.tsx'
import { plainToken } from '../../plain-text.ts'
import { receivedWords } from '../../words/en/home.ts'
import { PrivateAmount } from '../amounts/private-amount.tsx'
import { type UnknownAmount, unknownAmount } from './unknown-amount.ts'

export type TransactionAmountProps = Pick<AmountProps, 'size' | 'sign'> & {
  transaction: Pick<Transaction, 'amount' | 'token' | 'waitingFor' | 'rebuiltAt'>
  hidden: boolean
  /** Without the words that say why there is none: they stand elsewhere. */
  brief?: boolean
}

export const unknownIcons: Record<UnknownAmount, IconName> = { waiting: 'clock', sealed: 'lock', lost: 'info' }

/**
 * The amount of a transaction. The amount of an arrival may not be known yet, or not in a watch-only wallet; the amount of
 * a payment may be lost where the gateway was restored.
 */
export function TransactionAmount({ transaction, hidden, brief = false, ...looks }: TransactionAmountProps) {
  const unknown = unknownAmount(transaction)
  const token = plainToken(transaction.token)
  if (unknown === undefined)
    return <PrivateAmount value={transaction.amount} token={token} hidden={hidden} {...looks} />
  return (
    <span class={looks.size === undefined ? 'amount' : 'amount amount-l'}>
      <span class="amount-sealed" title={receivedWords.why[unknown]}>
        <Icon name={unknownIcons[unknown]} />
        {!brief && receivedWords.amount[unknown]}
      </span>{' '}
      <span class="amount-token">{token}</span>
    </span>
  )
}

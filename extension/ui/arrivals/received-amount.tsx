import type { Transaction } from '#shared/model/transaction.ts'
import type { AmountProps } from '#shared/ui/kit/amount.tsx'
import { Icon } from '#shared/ui/kit/icon.tsx'
import { plainToken } from '../../plain-text.ts'
import { receivedWords } from '../../words/en/home.ts'
import { PrivateAmount } from '../private-amount.tsx'
import { unknownAmount } from './unknown-amount.ts'

export type TransactionAmountProps = Pick<AmountProps, 'size' | 'sign'> & {
  transaction: Pick<Transaction, 'amount' | 'token' | 'waitingFor'>
  hidden: boolean
}

/** What a transaction moved; of what came in it may not be known yet, or not for whoever only watches the wallet. */
export function TransactionAmount({ transaction, hidden, ...looks }: TransactionAmountProps) {
  const unknown = unknownAmount(transaction)
  const token = plainToken(transaction.token)
  if (unknown === undefined)
    return <PrivateAmount value={transaction.amount} token={token} hidden={hidden} {...looks} />
  return (
    <span class={looks.size === undefined ? 'amount' : `amount amount-${looks.size}`}>
      <span class="amount-sealed" title={receivedWords.why[unknown]}>
        <Icon name={unknown === 'waiting' ? 'clock' : 'lock'} />
        {receivedWords.amount[unknown]}
      </span>
      <span class="amount-token">{token}</span>
    </span>
  )
}

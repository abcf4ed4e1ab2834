import type { WalletBalances } from '#shared/model/balances.ts'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import type { OpenIntent } from '../../intents/intent.ts'
import { isForgotten } from '../../intents/rules.ts'
import { tokenOf } from '../../intents/token-of.ts'
import { plainToken } from '../../plain-text.ts'
import { homeWords } from '../../words/en/home.ts'
import { verbWords } from '../../words/en/payments/verbs.ts'
import { isConfidential } from '../amounts/confidential.ts'
import { PrivateAmount } from '../amounts/private-amount.tsx'
import { routeHash } from '../routes/route.ts'
import { Standing } from './standing.tsx'

export type PaymentRowProps = {
  payment: OpenIntent
  balances: readonly WalletBalances[] | undefined
  hidden: boolean
}

/** One payment that was begun here and has not ended, with a link to where it can be followed. */
export function PaymentRow({ payment, balances, hidden }: PaymentRowProps) {
  const { order, transaction } = payment
  const state = isForgotten(payment) ? 'unknown' : payment.state
  const named = tokenOf(payment, balances)
  const token = named && plainToken(named)
  return (
    <Row
      icon={order.verb === 'transfer' ? 'send' : order.verb}
      title={
        <a class="row-link" href={routeHash('payment', { id: payment.id })}>
          {verbWords[order.verb]}
        </a>
      }
      meta={[
        <Time key="time" at={payment.consentedAt} as="moment" />,
        transaction !== null && state === 'accepted' ? (
          <Standing of={transaction} />
        ) : (
          <Tag tone={state === 'ask' ? 'warn' : 'plain'} icon={state === 'ask' ? 'warning' : 'clock'}>
            {homeWords.states[state]}
          </Tag>
        ),
      ]}
      end={
        <PrivateAmount
          value={order.amount}
          {...(token !== undefined && { token })}
          hidden={hidden && (token === undefined || isConfidential(token, balances))}
        />
      }
    />
  )
}

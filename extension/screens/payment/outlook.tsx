import type { Transaction } from '#shared/model/transaction.ts'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { amountsIn } from '#shared/ui/kit/values/group-amount.ts'
import { plainLine } from '../../plain-text.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import type { Outlook } from './model.ts'
import './payment.css'

const looks: Record<Outlook, { icon: IconName; tone: 'plain' | 'ok' | 'warn' | 'danger' }> = {
  sending: { icon: 'send', tone: 'plain' },
  unknown: { icon: 'info', tone: 'warn' },
  forgotten: { icon: 'warning', tone: 'warn' },
  ask: { icon: 'clock', tone: 'warn' },
  refused: { icon: 'close', tone: 'danger' },
  discarded: { icon: 'close', tone: 'plain' },
  left: { icon: 'info', tone: 'warn' },
  waits: { icon: 'person', tone: 'warn' },
  pending: { icon: 'clock', tone: 'plain' },
  settling: { icon: 'refresh', tone: 'plain' },
  settled: { icon: 'check', tone: 'ok' },
  unsettled: { icon: 'refresh', tone: 'warn' },
  unapproved: { icon: 'close', tone: 'danger' },
  failed: { icon: 'close', tone: 'danger' },
}

/** The longest reason of a gateway that a screen has room for. */
const LONGEST = 500

type OutlookBannerProps = { outlook: Outlook; transaction: Transaction | null; hidden: boolean }

/** How a payment stands, in one word and one sentence. */
export function OutlookBanner({ outlook, transaction, hidden }: OutlookBannerProps) {
  const { icon, tone } = looks[outlook]
  const { title, about } = paymentWords.outlooks[outlook]
  const error = outlook === 'failed' || outlook === 'unapproved' ? transaction?.error : undefined
  return (
    <div class={`outlook outlook-${tone}`}>
      <span class="outlook-mark">
        <Icon name={icon} />
      </span>
      <div>
        <h2 class="outlook-title">{title}</h2>
        <p class="outlook-about">{about}</p>
        {error !== undefined && (
          <p class="outlook-error">
            <bdi lang="en">{amountsIn(plainLine(error, LONGEST), hidden)}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

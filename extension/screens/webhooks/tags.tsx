import type { Delivery, Webhook } from '#shared/model/webhook.ts'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Tag, type TagTone } from '#shared/ui/kit/values/tag.tsx'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { type Outcome, outcomeOf, type Standing, standingOf } from './model.ts'

type Look = { tone: TagTone; icon: IconName }

const standings: Record<Standing, Look> = {
  active: { tone: 'ok', icon: 'check' },
  unanswered: { tone: 'warn', icon: 'refresh' },
  failing: { tone: 'danger', icon: 'warning' },
  off: { tone: 'plain', icon: 'close' },
}
const outcomes: Record<Outcome, Look> = {
  waiting: { tone: 'accent', icon: 'clock' },
  again: { tone: 'warn', icon: 'refresh' },
  delivered: { tone: 'ok', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
}

export function StandingTag({ webhook }: { webhook: Webhook }) {
  const standing = standingOf(webhook)
  return <Tag {...standings[standing]}>{webhooksWords.standings[standing]}</Tag>
}

export function OutcomeTag({ delivery }: { delivery: Delivery }) {
  const outcome = outcomeOf(delivery)
  return <Tag {...outcomes[outcome]}>{webhooksWords.outcomes[outcome]}</Tag>
}

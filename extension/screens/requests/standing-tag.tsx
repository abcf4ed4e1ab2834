import type { PaymentRequest } from '#shared/model/request.ts'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Tag, type TagTone } from '#shared/ui/kit/values/tag.tsx'
import { requestsWords } from '../../words/en/requests.ts'
import { type Standing, standingOf } from './model.ts'

const looks: Record<Standing, { tone: TagTone; icon: IconName }> = {
  open: { tone: 'accent', icon: 'clock' },
  part: { tone: 'warn', icon: 'refresh' },
  paid: { tone: 'ok', icon: 'check' },
  overpaid: { tone: 'warn', icon: 'check' },
  expired: { tone: 'plain', icon: 'close' },
  cancelled: { tone: 'plain', icon: 'close' },
}

/** How a request stands, and whether money came after its end. */
export function StandingTags({ request }: { request: PaymentRequest }) {
  const standing = standingOf(request)
  return (
    <span class="tags">
      <Tag {...looks[standing]}>{requestsWords.standings[standing]}</Tag>
      {request.late && (
        <Tag tone="warn" icon="info">
          {requestsWords.late}
        </Tag>
      )}
    </span>
  )
}

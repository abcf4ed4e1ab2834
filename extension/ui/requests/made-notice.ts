import type { OpenIntent } from '../../intents/intent.ts'
import { isPaidAlready } from '../../sites/payments/rules.ts'
import { payWords } from '../../words/en/requests.ts'
import type { NoticeProps } from '../parts/notice.tsx'

type Made = Parameters<typeof isPaidAlready>[0] & { made: Pick<OpenIntent, 'state' | 'terminal'> | undefined }

/**
 * What a screen says of an earlier payment of a request. Until it is settled it may come to nothing. Where a payment would be
 * another one, the screen says so.
 */
export function madeNotice({ made, ...read }: Made): NoticeProps | undefined {
  if (made === undefined) return undefined
  const settled = made.state === 'accepted' && made.terminal
  return {
    icon: settled ? 'check' : 'info',
    title: settled ? payWords.paid : payWords.begun,
    ...(!isPaidAlready(read, made) && { children: payWords.again }),
  }
}

import type { OpenIntent } from '../../intents/intent.ts'
import { isPaidAlready } from '../../sites/payments/rules.ts'
import { payWords } from '../../words/en/requests.ts'
import type { NoticeProps } from '../parts/notice.tsx'

type Made = Parameters<typeof isPaidAlready>[0] & { made: Pick<OpenIntent, 'state' | 'terminal'> | undefined }

/**
 * What is said of a payment that was made of a request before. Until it is settled it may come to nothing. Where Pay stays
 * active, it is said that this is another one.
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

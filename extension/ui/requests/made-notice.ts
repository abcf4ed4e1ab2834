import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { payWords } from '../../words/en/requests.ts'
import type { ReadForPaying } from './use-request.ts'

type Made = { verdict: { subject: Pick<ReadForPaying['verdict']['subject'], 'amount'> } } & {
  made: Pick<OpenIntent, 'state' | 'terminal'> | undefined
}

/** What is said of a payment that was made of a request before. Until it is settled it may come to nothing. */
export function madeNotice({ verdict, made }: Made): { icon: IconName; title: string } | undefined {
  if (made === undefined) return undefined
  if (made.state !== 'accepted' || !made.terminal) return { icon: 'info', title: payWords.begun }
  return { icon: 'check', title: verdict.subject.amount === null ? payWords.paidOpen : payWords.paid }
}

import type { Verb } from '../../intents/intent.ts'
import { verbWords } from './payments/verbs.ts'

export const notificationWords = {
  settled: 'Payment settled',
  failed: 'Payment failed: open Sotto to see what happened',
  refused: 'Payment refused: nothing was sent',
  what: (verb: Verb, amount: string) => `${verbWords[verb]} of ${amount}`,
}

/** Money that came in. */
export const arrivalWords = {
  one: 'Payment received',
  several: 'Payments received',
  seeIt: 'Open Sotto to see it.',
  seeThem: 'Open Sotto to see them.',
  what: (what: string, from: string | null | undefined) => (from ? `${what} from ${from}` : what),
}

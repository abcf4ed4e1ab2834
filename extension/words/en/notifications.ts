import type { Verb } from '../../intents/intent.ts'
import { verbWords } from './verbs.ts'

export const notificationWords = {
  settled: 'Payment settled',
  failed: 'Payment failed: open Sotto to see what happened',
  refused: 'Payment refused: nothing was sent',
  what: (verb: Verb, amount: string) => `${verbWords[verb]} of ${amount}`,
}

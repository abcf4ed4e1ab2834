import { words } from '#shared/ui/words/spoken.ts'
import { verbWords } from './payments/verbs.ts'

/** What notifications say: texts alone, for the pages leave them to the worker in the language that they speak. */
export const noticeWords = words('noticeWords', {
  ...verbWords,
  settled: 'Payment settled',
  failed: 'Payment failed: open Sotto to see what happened',
  refused: 'Payment refused: nothing was sent',
  of: '{what} of {amount}',
  one: 'Payment received',
  several: 'Payments received',
  waits: 'Payment waits for approval',
  wait: 'Payments wait for approval',
  seeIt: 'Open Sotto to see it.',
  seeThem: 'Open Sotto to see them.',
  from: '{what} from {payer}',
})

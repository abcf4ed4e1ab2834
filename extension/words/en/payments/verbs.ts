import { words } from '#shared/ui/words/spoken.ts'
import type { Verb } from '../../../intents/intent.ts'

export const verbWords = words<Record<Verb, string>>('verbWords', {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  redeem: 'Redeem',
})

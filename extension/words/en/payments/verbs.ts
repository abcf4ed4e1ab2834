import type { Verb } from '../../../intents/intent.ts'

export const verbWords: Record<Verb, string> = {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  redeem: 'Redeem',
}

/**
 * Every text of the wallet, in English, a section per screen. Import it as a namespace (`import * as words`), so that a
 * page carries only the sections it shows. Another language is a module of the same shape.
 */
import type { Verb } from '../intents/intent.ts'

export const verbs: Record<Verb, string> = {
  fund: 'Faucet payment',
  mint: 'Mint',
  transfer: 'Transfer',
  redeem: 'Redeem',
}

export const notifications = {
  settled: 'Payment settled',
  failed: 'Payment not made',
  what: (verb: Verb, amount: string) => `${verbs[verb]} of ${amount}`,
}

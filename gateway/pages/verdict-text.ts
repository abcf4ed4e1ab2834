import type { Check } from '#shared/model/nota.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import type { ReceiptContent } from '../notas/format/content.ts'
import type { OpenNota } from '../notas/format/open-nota.ts'

/** What a nota says, in the words of a bookkeeper. */

export type Verdict = { tone: 'good' | 'unsure' | 'bad'; title: string; sentence: string }

/** `known`: the issuer is the gateway that serves the page; undefined where it could not be asked. */
export function verdictOf(nota: OpenNota, checks: Check[], known: boolean | undefined): Verdict {
  const thing = things[nota.type]
  const wrong = checks.find((check) => check.result === 'failed')
  if (wrong !== undefined) {
    return { tone: 'bad', title: `Do not rely on this ${thing}`, sentence: wrong.detail }
  }
  if (checks.some((check) => check.name === 'wallet_signature' && check.result === 'passed')) {
    return {
      tone: 'good',
      title: 'Genuine address card',
      sentence: 'The holder of this address made this card, and nothing in it was changed since.',
    }
  }
  if (known === true) {
    return {
      tone: 'good',
      title: `Genuine ${thing} of this gateway`,
      sentence: 'This gateway signed it, and nothing in it was changed since.',
    }
  }
  return {
    tone: 'unsure',
    title: known === undefined ? 'Unchanged, issuer not checked' : 'Unchanged, but from an unknown issuer',
    sentence: doubts[nota.type],
  }
}

const things = { receipt: 'receipt', 'address-card': 'address card', request: 'payment request' } as const

const doubts = {
  receipt:
    'Nothing was changed since it was signed. Anyone can sign a file like this, so first make sure who did: have the issuer read you its fingerprint.',
  'address-card':
    'Nothing was changed since it was signed, but the wallet itself did not sign. Ask the person who gave you the card whether the address is right.',
  request:
    'Nothing was changed since it was signed. Anyone can ask for money like this: pay only if the person you owe it to confirms the address.',
} as const

export function headlineOf({ type, status, amount, token }: ReceiptContent): { what: string; amount: string } {
  const verbs = {
    FUND: 'Funded from the faucet',
    MINT: 'Made confidential',
    TRANSFER: 'Transferred',
    REDEEM: 'Redeemed',
    RECEIVE: 'Received',
  }
  const failed = status === 'FAILED' ? 'Failed: ' : ''
  return {
    what: `${failed}${verbs[type]}`,
    amount: amount === null ? 'Amount not yet known' : `${amountText(amount)} ${token}`,
  }
}

export function statusWords({ type, status, legs, amount }: ReceiptContent): string {
  if (status === 'SETTLED') return 'Completed'
  if (status === 'FAILED') {
    if (legs.some((leg) => leg.outcome === 'reverted')) return 'Failed: the chain refused it, and nothing moved'
    return amount === '0' ? 'Failed: the balance did not cover it, and nothing moved' : 'Failed'
  }
  return type === 'REDEEM' ? 'Under way: taken from the wallet, not yet paid out' : 'Under way: amount not yet known'
}

export function amountWords({ type, amount, amountSource }: ReceiptContent): string {
  if (amountSource === 'chain') return 'According to its issuer the chain shows this amount to everybody.'
  if (amount === null) return 'The chain shows only a sealed amount, and nobody has stated it yet.'
  const who = type === 'RECEIVE' ? 'was paid' : 'paid'
  return `The chain shows only a sealed amount. The figure is the word of the wallet that ${who}, under its signature.`
}

export const legWords = {
  fund: 'Faucet payment',
  mint: 'Public money taken',
  transfer: 'Transfer',
  burn: 'Confidential money taken',
  payout: 'Public money paid out',
} as const

export function networkWords({ network, chainId }: { network: string; chainId: number }): string {
  if (network === 'offline') return 'Offline test network: play money on one machine'
  if (network === 'sepolia') return 'Sepolia test network: play money'
  return `${network} (chain ${chainId})`
}

export const checkWords: Record<string, string> = {
  signature: 'Unchanged since it was signed',
  dates: 'Within its dates',
  wallet_signature: 'Signed by the wallet itself',
  amount_statement: 'Amount signed by a wallet that took part',
  network: 'For the chain that the gateway serves',
  first_leg: 'The chain shows it',
  payout_leg: 'The chain shows the payout',
  amount_on_chain: 'The chain agrees with the amount',
}

export const resultWords = { passed: 'Holds', failed: 'Does not hold', not_checked: 'Not checked' } as const

/** A card shows the day alone, as that is all it carries. */
export function whenWords(seconds: number, type: OpenNota['type'], locale: string): string {
  const day = { timeZone: 'UTC', dateStyle: 'long' } as const
  const isDay = type === 'address-card'
  const format = new Intl.DateTimeFormat(locale, isDay ? day : { ...day, timeStyle: 'short' })
  return `${format.format(seconds * 1000)}${isDay ? '' : ' UTC'}`
}

export function ageWords(seconds: number, now: number, locale: string): string {
  const days = Math.floor((now / 1000 - seconds) / 86_400)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.max(0, days), 'day')
}

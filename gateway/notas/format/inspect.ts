import type { Hex } from '#shared/model/ids.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { CardSubject, Check, ReceiptSubject, RequestSubject, Trust } from '#shared/model/nota.ts'
import type { Card, OpenNota, Receipt, Request } from './open-nota.ts'
import { type Addresses, amountStatement, cardStatement } from './statements.ts'
import { isoOf } from './token-timestamps.ts'

/** The checks of an opened nota that need neither a gateway nor a chain, in words for people. */
export async function inspect(nota: OpenNota, addresses: Addresses): Promise<Check[]> {
  const { iat, exp } = nota.content
  return [
    { name: 'signature', result: 'passed', detail: `Nothing was changed since ${nota.fingerprint} signed it.` },
    {
      name: 'dates',
      result: 'passed',
      detail: `Issued ${isoOf(iat)}${exp === undefined ? '; it does not lapse' : `, lapses ${isoOf(exp)}`}.`,
    },
    ...(nota.type === 'address-card' ? [await cardCheck(nota, addresses)] : []),
    ...(nota.type === 'receipt' ? await statementChecks(nota, addresses) : []),
  ]
}

/** Whether the wallet that a card names signed it: with its own key, over this card's key. */
export async function cardCheck({ content, key }: Card, addresses: Addresses): Promise<Check> {
  const name = 'wallet_signature'
  if (content.walletSignature === undefined) {
    const detail =
      'The card does not carry a signature of the wallet itself: its issuer alone says whose address it is.'
    return { name, result: 'not_checked', detail }
  }
  const signer = await addresses.recover(cardStatement({ ...content, key: key.x }), content.walletSignature)
  return signer === content.address
    ? { name, result: 'passed', detail: `Signed by the key of ${content.address} itself.` }
    : { name, result: 'failed', detail: `Not signed by the key of ${content.address}.` }
}

/** Whether the amount of a confidential move is the word of the wallet whose receipt it is: the payer, or who was paid. */
async function statementChecks({ content }: Receipt, addresses: Addresses): Promise<Check[]> {
  const { type, handle, walletSignature, amount, amountSource, legs, from, to } = content
  const name = 'amount_statement'
  if (handle === null) return []
  const units = amount === null ? undefined : parseAmount(amount)
  const [first] = legs
  if (walletSignature === undefined || units === undefined || first === undefined) {
    if (amountSource === 'chain') return []
    const detail =
      amount === null ? 'The receipt names no amount yet.' : 'No wallet that took part has signed the amount.'
    return [{ name, result: amount === null ? 'not_checked' : 'failed', detail }]
  }
  const move = { ...content, handle, units, txHash: first.txHash as Hex }
  const signer = await addresses.recover(amountStatement(move), walletSignature)
  const [stater, deed] = type === 'RECEIVE' ? [to, 'was paid'] : [from, 'paid']
  return signer === stater
    ? [{ name, result: 'passed', detail: `${signer}, which ${deed}, states the amount under its own signature.` }]
    : [{ name, result: 'failed', detail: `The amount is not signed by the wallet that ${deed}.` }]
}

/** The checks that need a chain, by name, where there is none to ask. */
export function unchecked(nota: OpenNota, why: string): Check[] {
  const names =
    nota.type !== 'receipt'
      ? ['network']
      : ['network', 'first_leg', ...(nota.content.type === 'REDEEM' ? ['payout_leg'] : []), 'amount_on_chain']
  return names.map((name) => ({ name, result: 'not_checked', detail: why }))
}

/**
 * `valid`, once everything was looked at. A key in a header proves nothing about who signed: the issuer has to be known
 * here, unless the wallet that a card is about has signed it.
 */
export function isValid(trust: Trust, checks: Check[]): boolean {
  if (checks.some((check) => check.result === 'failed')) return false
  return trust !== 'unknown' || checks.some((check) => check.name === 'wallet_signature' && check.result === 'passed')
}

export function cardSubject({ content }: Card): CardSubject {
  const { address, chainId, network, label } = content
  return { address, chainId, network, label: label ?? null }
}

export function requestSubject({ content }: Request): RequestSubject {
  const { v: _, iat: __, exp, label, memo, ...said } = content
  const expiresAt = exp === undefined ? null : isoOf(exp)
  return { ...said, label: label ?? null, memo: memo ?? null, expiresAt }
}

/** Of a request that is paid by its name alone: who can pay it. Undefined where money at its address counts. */
export function payersOf({ byName, url }: Pick<Request['content'], 'byName' | 'url'>): string | undefined {
  if (byName !== true) return undefined
  return `Only accounts of the gateway that made it can pay it: ${new URL(url).origin}. Money that is sent to its address does not count.`
}

export function receiptSubject({ content }: Receipt): ReceiptSubject {
  const { v: _, iat: __, exp: ___, walletSignature: ____, ...said } = content
  return { ...said, legs: said.legs.map((leg) => ({ ...leg, time: isoOf(leg.time) })) }
}

import { sha256 } from '@noble/hashes/sha2.js'
import { CHAIN_ID } from '#shared/api/kit/base.ts'
import { type Approval, approvalText, approvedBody } from '#shared/model/approval.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { plainLine } from '../../plain-text.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'

/**
 * What a passkey has to sign to approve the payment that is shown here, of this account, and no other: base64url, or undefined where
 * the gateway says too little of it.
 */
export function challengeOf(userId: string, transaction: Transaction): string | undefined {
  const body = approvedBody(userId, CHAIN_ID, transaction)
  if (body === undefined) return undefined
  const digest = sha256(new TextEncoder().encode(approvalText(body)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Who asks for a payment, in words. */
export function askerSaid({ type, id, label }: Approval['askedBy'], profile: Pick<Profile, 'key'>): string {
  const said = approvalsWords.askers
  if (type === 'session') return said.session
  const name = label === null ? '' : plainLine(label, 100)
  if (id === profile.key.id) return said.thisWallet
  return name === '' ? said.someKey : said.key(name)
}

/** Less than this until its end is worth a word of warning. */
const SOON_MS = 2 * 60 * 60_000

export function endsSoon({ expiresAt }: Pick<Approval, 'expiresAt'>, now: number): boolean {
  return Date.parse(expiresAt) - now < SOON_MS
}

/** What ended without a person's approval, of transactions that failed, newest first. */
export function endedOf(failed: readonly Transaction[]): Transaction[] {
  return failed.filter(({ failure }) => failure !== undefined)
}

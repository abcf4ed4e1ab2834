import type { Approval } from '#shared/model/approval.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { plainLine } from '../../plain-text.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'

/** Who asks for a payment, in words. */
export function askerText({ type, id, label }: Approval['askedBy'], profile: Pick<Profile, 'key'>): string {
  const words = approvalsWords.askers
  if (type === 'session') return words.session
  const name = label === null ? '' : plainLine(label, 100)
  if (id === profile.key.id) return words.thisWallet
  return name === '' ? words.someKey : words.key(name)
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

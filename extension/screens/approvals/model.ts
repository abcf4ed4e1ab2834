import type { Approval } from '#shared/model/approval.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { plainLine } from '../../plain-text.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'
import { cardName } from '../../ui/arrivals/names.ts'
import { walletLine } from '../../ui/wallets/wallet-name.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'

/** Who asks for a payment, in words. */
export function askerText({ type, id, label }: Approval['askedBy'], profile: Pick<Profile, 'key'>): string {
  const words = approvalsWords.askers
  if (type === 'session') return words.session
  const name = label === null ? '' : plainLine(label, 100)
  if (id === profile.key.id) return words.thisWallet
  return name === '' ? words.someKey : words.key(name)
}

export type Receiver = {
  name: string | undefined
  /** No own wallet, no contact, on no kept card. A wallet that is only watched is no proof: its card may have named it. */
  stranger: boolean
}

/** Who would be paid, as far as the address is known here. */
export function receiverOf(to: string, wallets: readonly Wallet[], cards: readonly CardName[]): Receiver {
  const wallet = wallets.find(({ address }) => isSame(address, to))
  if (wallet?.type === 'CUSTODIAL') return { name: walletLine(wallet), stranger: false }
  const name = cardName(to, cards, 100)
  return { name: name ?? (wallet && walletLine(wallet)), stranger: name === undefined }
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

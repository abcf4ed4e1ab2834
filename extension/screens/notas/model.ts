import * as z from 'zod/mini'
import type { NotaVerification } from '#shared/model/nota.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { plainLine } from '../../plain-text.ts'
import type { SavedNota } from '../../store/sealed/notas.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'
import { cardFlawOf } from '../send/model.ts'

/** The file that is looked at. It survives a closed popup, as a half-filled form does. */
export const OpenFile = z.strictObject({
  file: z.nullable(z.strictObject({ name: z.string(), text: z.string() })),
})
export type OpenFile = z.infer<typeof OpenFile>

/** The kept file with the same bytes, whatever it is called. */
export function keptAs(saved: readonly SavedNota[], text: string): SavedNota | undefined {
  return saved.find((nota) => nota.text === text)
}

const NAME_MAX = 80

/** What a file is kept under: a name that can be shown anywhere, or `fallback` where nothing of it is left. */
export function keptName(name: string, fallback: string): string {
  const line = plainLine(name, NAME_MAX)
  return line === '' ? fallback : line
}

/** The account's transaction that a receipt is about: it shares a hash with it. */
export function transactionOf(
  verdict: NotaVerification,
  transactions: readonly Transaction[],
): Transaction | undefined {
  if (verdict.type !== 'receipt') return undefined
  const hashes = new Set(verdict.subject.legs.map(({ txHash }) => txHash))
  const same = transactions.filter(({ txHash, settlementTxHash }) =>
    [txHash, settlementTxHash].some((hash) => hash !== null && hashes.has(hash)),
  )
  // What one wallet of the account paid another stands there twice, as paid and as received.
  return same.find(({ type }) => type === verdict.subject.type) ?? same[0]
}

/** Whose card it is, to be known by it: only of one that the gateway found valid. */
export function cardIn(verdict: NotaVerification): { card?: { address: string; label: string | null } } {
  if (verdict.type !== 'address-card' || !verdict.valid) return {}
  const { address, label } = verdict.subject
  const line = label === null ? '' : plainLine(label, NAME_MAX)
  return { card: { address, label: line === '' ? null : line } }
}

/** What can be done with a card: be paid where it holds, be watched unless something in it is not so or it is known. */
export function cardActions(verdict: NotaVerification, own: readonly string[]): { pay: boolean; watch: boolean } {
  if (verdict.type !== 'address-card') return { pay: false, watch: false }
  const flaw = cardFlawOf(verdict)
  const mine = own.some((address) => isSame(address, verdict.subject.address))
  return { pay: flaw === undefined && !mine, watch: flaw !== 'card_broken' && !mine }
}

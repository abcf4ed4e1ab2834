import type { Batch, RowFlaw, RowFlawReason } from '#shared/model/batch.ts'
import { type FailureText, sayFailure } from '#shared/ui/kit/states/failure-words.ts'
import { atTime } from '#shared/ui/kit/values/ago.ts'
import { kitWords } from '#shared/ui/words/kit.ts'
import { plainLine } from '../../plain-text.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { walletLine } from '../../ui/wallets/wallet-name.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { pauseReasonWords } from '../../words/en/batches/pause-reasons.ts'
import { rowFlawWords } from '../../words/en/batches/row-flaws.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import type { LastingReason } from './model.ts'

/** What a batch is called: by its maker, else by the time at which it was made. */
export function batchName({ name, createdAt }: Pick<Batch, 'name' | 'createdAt'>): string {
  const line = name === null ? '' : plainLine(name, 100)
  return line === '' ? batchesWords.untitled(atTime(createdAt)) : line
}

/** Where a row stands: its number, which other rows are named by, and its line in the file, which a spreadsheet counts. */
export function placeOf({ row, line }: { row: number; line: number | null }): string {
  return line === null ? batchesWords.row(row) : `${batchesWords.row(row)} · ${batchesWords.line(line)}`
}

/** What is wrong with a row; undefined for a reason that is not known here. */
export function reasonOf({ reason = '' }: Pick<RowFlaw, 'reason'>): string | undefined {
  return Object.hasOwn(rowFlawWords, reason) ? rowFlawWords[reason as RowFlawReason] : undefined
}

/** Why the gateway has paused a batch: in its own words for a reason that is not known here. */
export function pauseTextOf({ code, message }: Pick<NonNullable<Batch['reason']>, 'code' | 'message'>): FailureText {
  const known = Object.hasOwn(pauseReasonWords, code)
  return known ? pauseReasonWords[code as LastingReason] : sayFailure({ code, message, status: 400 })
}

/** What a wallet of the account is called, once they are loaded. */
export function walletNameOf(walletId: string | null, view: ScreenProps['view']): string {
  if (view?.balances == null) return kitWords.loading
  const known = view.balances.list.find(({ wallet }) => wallet.id === walletId)
  return known === undefined ? paymentWords.unknownWallet : walletLine(known.wallet)
}

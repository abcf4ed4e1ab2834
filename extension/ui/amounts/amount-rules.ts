import { formatUnits, MAX_UNITS, parseAmount } from '#shared/model/money.ts'
import { decimalMark, decimalText } from '#shared/ui/kit/values/group-amount.ts'
import { amountFieldWords } from '../../words/en/orders/order.ts'

/** Why a typed text is no amount that can be moved. */
export type AmountFlaw =
  | 'empty'
  | 'comma'
  | 'not_an_amount'
  | 'leading_zero'
  | 'too_many_decimals'
  | 'zero'
  | 'too_large'
  | 'over_limit'
  | 'over_balance'

export type AmountLimits = {
  most?: string | undefined
  available?: string | null | undefined
  /** What stands before the decimals: a comma is understood where it is written so. */
  decimal?: string | undefined
}

export type AmountRead = { amount: string; units: bigint } | { flaw: AmountFlaw }

/**
 * What a typed text comes to, in the shortest spelling; or which rule of `parseAmount` it breaks. Nothing is rounded and
 * nothing is guessed but the space around it. `most` is a limit for one call; `available` the balance that it is taken
 * from, as it was last seen. A balance that is sealed or makes no sense says nothing.
 */
export function readAmount(typed: string, { most, available, decimal = decimalMark() }: AmountLimits = {}): AmountRead {
  const trimmed = typed.trim()
  const text = decimal === ',' && /^\d+,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : trimmed
  const units = parseAmount(text)
  if (units === undefined) return { flaw: flawOf(text) }
  if (units === 0n) return { flaw: 'zero' }
  if (most !== undefined && units > (parseAmount(most) ?? MAX_UNITS)) return { flaw: 'over_limit' }
  const has = parseAmount(available ?? '')
  if (has !== undefined && units > has) return { flaw: 'over_balance' }
  return { amount: formatUnits(units), units }
}

/** What is said of a flaw: the numbers in it as the reader may type them, which is a matter of the region too. */
export function sayFlaw(flaw: AmountFlaw): string {
  return amountFieldWords.flaws[flaw].replace(/\d+\.\d+/, decimalText)
}

/**
 * Whether a reader may have meant another number: what it was read as is then shown before it counts. The language of a
 * browser is not that of its reader: what looks like thousands is shown everywhere.
 */
export function isAmbiguous(typed: string, decimal = decimalMark()): boolean {
  return /^\d{1,3}\.\d{3}$/.test(typed.trim()) || (decimal !== '.' && /[.,]/.test(typed))
}

function flawOf(text: string): AmountFlaw {
  if (text === '') return 'empty'
  if (/^[\d.,]*\d[\d.,]*$/.test(text) && text.includes(',')) return 'comma'
  if (/^0\d/.test(text) && /^\d+(\.\d+)?$/.test(text)) return 'leading_zero'
  if (/^\d+\.\d{7,}$/.test(text)) return 'too_many_decimals'
  if (/^\d+(\.\d+)?$/.test(text)) return 'too_large'
  return 'not_an_amount'
}

/** What "Max" fills in: the whole balance, no more than one call may move; undefined where there is nothing to fill in. */
export function maxOf(available: string | null, most?: string): string | undefined {
  const has = available === null ? undefined : parseAmount(available)
  const limit = most === undefined ? undefined : parseAmount(most)
  const units = has === undefined ? undefined : limit !== undefined && limit < has ? limit : has
  return units === undefined || units === 0n ? undefined : formatUnits(units)
}

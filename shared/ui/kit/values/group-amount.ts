import { perLocale } from '../../words/spoken.ts'

/** What stands before the decimals in the language of the screens. */
export const decimalMark = perLocale((locale = 'en') => new Intl.NumberFormat(locale).format(0.5).charAt(1))

/** A decimal number as the language of the screens writes it, such as a fee with all its digits. */
export const decimalText = (number: string) => number.replace('.', decimalMark())

/** Decimals that every amount has at least, as sums of money have. */
const LEAST = 2

/** Thousands apart, for eyes alone: the whole part in groups of three from the right, and a fraction of two digits or more. */
export function groupAmount(amount: string): { groups: string[]; fraction: string | undefined } {
  const [whole = '', fraction] = amount.split('.')
  const isNumber = /^-?\d+(\.\d+)?$/.test(amount)
  return {
    groups: whole.split(/\B(?=(?:\d{3})+$)/),
    fraction: isNumber ? (fraction ?? '').padEnd(LEAST, '0') : fraction,
  }
}

/** The same within a sentence: a narrow space, at which no line ends, between the thousands. */
export function amountText(amount: string, decimal = decimalMark()): string {
  const { groups, fraction } = groupAmount(amount)
  const whole = groups.join('\u202f')
  return fraction === undefined ? whole : whole + decimal + fraction
}

/**
 * A sentence of a gateway, which speaks English, with its amounts as such: those before a token's symbol, and the requested one.
 * `hidden`: without them.
 */
export function amountsIn(sentence: string, hidden = false): string {
  return sentence.replace(
    /(?<![\w.,])\d+(\.\d+)?(?=( of \d[\d.]*)? c?[A-Z]{3,})|(?<=\binstead of )\d+(\.\d+)?(?!\w)/g,
    (amount) => (hidden ? '••••' : amountText(amount, '.')),
  )
}

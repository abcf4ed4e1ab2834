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
export function amountText(amount: string): string {
  const { groups, fraction } = groupAmount(amount)
  const whole = groups.join('\u202f')
  return fraction === undefined ? whole : `${whole}.${fraction}`
}

/** A sentence of a gateway with its amounts as all others are written: those before a token's symbol, and the requested one. */
export function amountsIn(sentence: string): string {
  return sentence.replace(
    /(?<![\w.,])\d+(\.\d+)?(?=( of \d[\d.]*)? c?[A-Z]{3,}\b)|(?<=\binstead of )\d+(\.\d+)?(?!\w)/g,
    (amount) => amountText(amount),
  )
}

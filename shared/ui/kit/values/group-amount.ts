/** Thousands apart, for eyes alone: the whole part in groups of three from the right, and the fraction. */
export function groupAmount(amount: string): { groups: string[]; fraction: string | undefined } {
  const [whole = '', fraction] = amount.split('.')
  return { groups: whole.split(/\B(?=(?:\d{3})+$)/), fraction }
}

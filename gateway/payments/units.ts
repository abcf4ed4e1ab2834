import { parseAmount } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'

/** Units of an amount that the contract's schema has let through. */
export function unitsOf(amount: string): bigint {
  const units = parseAmount(amount)
  if (units === undefined || units === 0n)
    throw invalid('amount', 'is not an amount: write one such as "12.5", with at most six decimals')
  return units
}

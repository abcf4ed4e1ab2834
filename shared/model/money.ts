import * as z from 'zod/mini'

/** Both tokens count in millionths: 1 STABLE = 1,000,000 units. ERC-7984 caps decimals at 6. */
export const TOKEN_DECIMALS = 6
export const ETHER_DECIMALS = 18

/** The largest amount an euint64 can hold, in units. */
export const MAX_UNITS = 2n ** 64n - 1n

const AMOUNT_PATTERN = /^(0|[1-9]\d*)(\.\d{1,6})?$/

/**
 * Units of an amount, or undefined where the text is no amount: sign, exponent, spaces, leading zeros,
 * more than six decimals and more than a uint64 holds are all refused rather than rounded.
 */
export function parseAmount(text: string): bigint | undefined {
  if (!AMOUNT_PATTERN.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  const units = BigInt(whole + fraction.padEnd(TOKEN_DECIMALS, '0'))
  return units > MAX_UNITS ? undefined : units
}

/** The shortest decimal string of a number of units: `125500000n` is `"125.5"`, `0n` is `"0"`. */
export function formatUnits(units: bigint, decimals = TOKEN_DECIMALS): string {
  if (units < 0n) return `-${formatUnits(-units, decimals)}`
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals)
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Wei as ETH, up to 18 decimals. */
export function formatEther(wei: bigint): string {
  return formatUnits(wei, ETHER_DECIMALS)
}

/** An amount as an answer prints it. */
export const Amount = z.string().check(z.regex(AMOUNT_PATTERN))

/** Wei as a decimal integer string. */
export const Wei = z.string().check(z.regex(/^\d+$/))

/** ETH as a decimal string with up to 18 decimals. */
export const Ether = z.string().check(z.regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/))

/** An amount as a request says it, nothing included. */
export const GivenAmount = z.string().check(
  z.regex(AMOUNT_PATTERN, 'must be a decimal string such as "125.5", with at most 6 decimals'),
  z.refine((text) => !AMOUNT_PATTERN.test(text) || parseAmount(text) !== undefined, {
    error: 'must be at most 18446744073709.551615',
  }),
)

export const PositiveAmount = GivenAmount.check(
  z.refine((text) => parseAmount(text) !== 0n, { error: 'must be greater than 0' }),
)

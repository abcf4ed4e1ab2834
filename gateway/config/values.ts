// The kinds of values that settings take, from text.
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { PositiveAmount, parseAmount } from '#shared/model/money.ts'

export const whole = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^(0|[1-9]\d{0,11})$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  )
export const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off'),
  z.transform((text: 'on' | 'off' | 'true' | 'false' | '1' | '0') => ['on', 'true', '1'].includes(text)),
)
export const isWebUrl = (text: string) => /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text)
export const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\/[^\s]+$/, { error: 'must begin with postgres://' }))

export const webUrl = z.string().check(z.refine(isWebUrl, { error: 'must be an http or https address' }))

/** Scheme, host and port, as browsers write them: no path, query or user name. */
export const origin = z.pipe(
  webUrl.check(
    z.refine((text) => !isWebUrl(text) || new URL(text).href === `${new URL(text).origin}/`, {
      error: ({ input }) => `must have no path, query or user name: write ${new URL(String(input)).origin}`,
    }),
  ),
  z.transform((text: string) => new URL(text).origin),
)
export const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
)
export const key32 = z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'))
export const units = z.pipe(
  PositiveAmount,
  z.transform((text: string) => parseAmount(text) ?? 0n),
)
export const wei = z.pipe(
  PositiveAmount,
  z.transform((text: string) => (parseAmount(text) ?? 0n) * 10n ** 12n),
)

/** An address, or a range in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

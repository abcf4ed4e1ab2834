import * as z from 'zod/mini'
import { EXTERNAL_ID_MAX } from '../limits.ts'

/** An opaque cuid-style identifier. Its form is never checked at a door: a malformed one simply names nothing. */
export const Id = z.string().check(z.minLength(1), z.maxLength(200))

/** ISO 8601 date and time in UTC, with milliseconds. */
export const DateTime = z.iso.datetime()

/** As a request writes it: at any offset, and of a year that has four digits in UTC. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-01-31T12:00:00Z', abort: true })
  .check(z.refine(isPrintable, 'must be in the years 0000 to 9999 in UTC'))

/** In milliseconds: what ends before the year 10000, and begins with the year 0. */
function isPrintable(text: string): boolean {
  const at = Date.parse(text)
  return at >= -62_167_219_200_000 && at < 253_402_300_800_000
}

export const HexAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits'))
export const TxHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** The on-chain name of a ciphertext: bytes32. The zero handle stands for a balance that was never written. */
export const Handle = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

export const ZERO_HANDLE = `0x${'0'.repeat(64)}`

export type Hex = `0x${string}`
export type Address = `0x${string}`

/** Blank, and neither a space nor a control character: Hangul fillers and the empty Braille pattern. */
const BLANK = '\\u115F\\u1160\\u3164\\uFFA0\\u2800'
/** An empty text is told that it is too short. */
export const VISIBLE = new RegExp(`^$|(?![${BLANK}])[\\p{L}\\p{N}\\p{P}\\p{S}]`, 'u')

/** The caller's own name of a payment: of any form, but one line. */
export const ExternalId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(EXTERNAL_ID_MAX),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters'),
  )

/** What a person typed into a one-line field: trimmed, 1 to 100 characters, something to be seen, no control characters. */
export const ShortText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(100),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters'),
    z.regex(VISIBLE, 'must contain a visible character'),
  )

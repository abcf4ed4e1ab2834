import * as z from 'zod/mini'

/** An opaque cuid-style identifier. Its form is never checked at a door: a malformed one simply names nothing. */
export const Id = z.string().check(z.minLength(1), z.maxLength(200))

/** ISO 8601 date and time in UTC, with milliseconds. */
export const DateTime = z.iso.datetime()

export const HexAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits'))
export const TxHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** The on-chain name of a ciphertext: bytes32. The zero handle stands for a balance that was never written. */
export const Handle = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

export const ZERO_HANDLE = `0x${'0'.repeat(64)}`

export type Hex = `0x${string}`
export type Address = `0x${string}`

/** What a person typed into a one-line field: trimmed, 1 to 100 characters, no control characters. */
export const ShortText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(100),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters'),
  )

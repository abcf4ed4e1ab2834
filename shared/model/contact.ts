import * as z from 'zod/mini'
import { NOTE_MAX } from '../limits.ts'
import { DateTime, HexAddress, Id, VISIBLE } from './ids.ts'

/** What shows as nothing, or turns the direction of what stands beside it; the emoji style alone is let through. */
const HIDDEN = /^(?:(?![\u2800\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])\P{DI}|\ufe0f)*$/u
const TURNS_TEXT = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]*$/u

/**
 * By what a person is known here. In compatibility form (NFKC), so that one name has one spelling; without a character that
 * shows as nothing, so that no two names look the same for one.
 */
export const ContactName = z.string().check(
  z.maxLength(100),
  z.normalize('NFKC'),
  z.trim(),
  z.overwrite((name) => name.replace(/\p{Zs}+/gu, ' ')),
  z.minLength(1),
  z.maxLength(100),
  z.regex(HIDDEN, 'must not contain characters that cannot be seen'),
  z.regex(VISIBLE, 'must contain a visible character'),
)

/** A line to oneself, of any script. */
export const Note = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(NOTE_MAX),
    z.regex(TURNS_TEXT, 'must be one line, without characters that control or turn text'),
    z.regex(VISIBLE, 'must contain a visible character'),
  )

export const Contact = z.object({
  id: Id,
  name: z.string(),
  address: HexAddress,
  /** The address card that it was made from; null of a plain address. */
  card: z.nullable(z.string()),
  /** Whether that card held when it was given: signed by an issuer that is known here, and by its wallet where it says so. */
  verified: z.boolean(),
  note: z.nullable(z.string()),
  createdAt: DateTime,
})
export type Contact = z.infer<typeof Contact>

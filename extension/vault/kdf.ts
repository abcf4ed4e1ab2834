import * as z from 'zod/mini'

/** How a password becomes a key. Stored beside what the key wraps, so that stronger parameters can follow. */
export const PasswordKdf = z.strictObject({
  name: z.literal('argon2id'),
  version: z.literal(1),
  /** KiB. */
  memory: z.number().check(z.multipleOf(1), z.minimum(8), z.maximum(1_048_576)),
  passes: z.number().check(z.multipleOf(1), z.minimum(1), z.maximum(16)),
  /** 16 bytes, base64. */
  salt: z.string(),
})
export type PasswordKdf = z.infer<typeof PasswordKdf>

/** What a page derived from a password: the parameters, and the key, 32 bytes in base64. */
export const KeyOfPassword = z.strictObject({ kdf: PasswordKdf, key: z.string().check(z.maxLength(64)) })
export type KeyOfPassword = z.infer<typeof KeyOfPassword>

import * as z from 'zod/mini'
import { type Item, item } from '../store/item.ts'
import { PasswordKdf } from './kdf.ts'
import { Unlocked } from './lock-rules.ts'
import { Box } from './seal.ts'

/** What is on disk: one random data key, wrapped by the password and, where the user wants it, by a passkey. */
export const StoredVault = z.strictObject({
  version: z.literal(1),
  password: z.strictObject({ kdf: PasswordKdf, wrapped: Box }),
  passkey: z.nullable(
    z.strictObject({
      /** Base64url, as WebAuthn writes it. */
      credentialId: z.string(),
      /** Input of the PRF, 32 bytes, base64. */
      salt: z.string(),
      wrapped: Box,
      createdAt: z.number(),
    }),
  ),
})
export type StoredVault = z.infer<typeof StoredVault>

/** A vault that does not parse must not read as "no vault": it may still hold a key that somebody wants back. */
const Damaged = z.literal('damaged')
export const stored = item<StoredVault | 'damaged' | null>(
  'local',
  'vault',
  z.nullable(z.union([StoredVault, Damaged])),
  null,
  'damaged',
)
export const unlocked = item<Unlocked | null>('session', 'unlocked', z.nullable(Unlocked), null)

/** Whether it is unlocked, for pages: what they hold of it must not be the key, which would outlive the lock there. */
export const isOpen: Pick<Item<boolean>, 'get' | 'watch'> = {
  get: async () => (await unlocked.get()) !== null,
  watch: (seen) => unlocked.watch((state) => seen(state !== null)),
}

export type VaultState = 'none' | 'locked' | 'unlocked' | 'damaged'

/** Any page may ask: it says nothing that is secret. */
export async function vaultState(): Promise<VaultState> {
  const vault = await stored.get()
  if (vault === null) return 'none'
  if (vault === 'damaged') return 'damaged'
  return (await unlocked.get()) === null ? 'locked' : 'unlocked'
}

import * as z from 'zod/mini'
import { EXPORT_ITERATIONS } from '../limits.ts'
import { DateTime, HexAddress, Id, ShortText } from './ids.ts'
import { Policy } from './policy.ts'

export const WalletType = z.enum(['CUSTODIAL', 'EXTERNAL'])

export const Label = z.nullable(ShortText)

/** All of a wallet but its type. */
const summary = {
  id: Id,
  address: HexAddress,
  label: z.nullable(z.string()),
  isPrimary: z.boolean(),
  createdAt: DateTime,
  /**
   * When it came back, of a wallet that was made after the backup that was restored and found on the chain: with its ID and
   * key, without its label; `createdAt` is when the backup was made.
   */
  rebuiltAt: z.optional(DateTime),
}

/** What `GET /wallets/{id}` lists: everywhere else the type stands among them. */
export const WalletSummary = z.object(summary)

export const Wallet = z.object({ ...summary, type: WalletType })
export type Wallet = z.infer<typeof Wallet>

export const WalletWithPolicy = z.extend(Wallet, {
  /** What payments from it must keep to, for a session to read. Older gateways lack it. */
  policy: z.optional(z.nullable(Policy)),
})
export type WalletWithPolicy = z.infer<typeof WalletWithPolicy>

const Base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/))

/**
 * A wallet's key under a passphrase. The plaintext is the 32 key bytes, the tag the last 16 bytes of `ciphertext`, the
 * additional data the address as it stands here.
 */
export const WalletExport = z.object({
  version: z.literal(1),
  address: HexAddress,
  kdf: z.object({ name: z.literal('PBKDF2-SHA256'), iterations: z.literal(EXPORT_ITERATIONS), salt: Base64 }),
  cipher: z.object({ name: z.literal('AES-256-GCM'), iv: Base64 }),
  ciphertext: Base64,
})
export type WalletExport = z.infer<typeof WalletExport>

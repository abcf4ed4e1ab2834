import { randomBytes } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import * as z from 'zod/mini'
import { type Paths, readIfThere, writeDurably } from './files.ts'

const hex = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`))) as unknown as z.ZodMiniType<Hex>

const schema = z.object({
  /** Deploys the contracts, owns the faucet and the host contracts. */
  ownerKey: hex(32),
  kmsKey: hex(32),
  coprocessorKey: hex(32),
  /** Fee receiver of every block: makes the genesis hash unlike any other installation's. */
  coinbase: hex(20),
  /** For fast inputs and test controls. */
  secret: z.string().check(z.length(43)),
})

export type Secrets = z.infer<typeof schema> & { coinbase: Address }

/** This installation's own keys: made at the first start, kept in a file that only its owner can read. */
export function loadSecrets(paths: Paths): Secrets {
  const stored = readIfThere(paths.secrets)
  if (stored !== undefined) return schema.parse(JSON.parse(stored))
  const secrets: Secrets = {
    ownerKey: generatePrivateKey(),
    kmsKey: generatePrivateKey(),
    coprocessorKey: generatePrivateKey(),
    coinbase: `0x${randomBytes(20).toString('hex')}`,
    secret: randomBytes(32).toString('base64url'),
  }
  writeDurably(paths.secrets, JSON.stringify(secrets))
  return secrets
}

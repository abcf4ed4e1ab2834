import { createKeyring, type Keyring } from '../../crypto/keyring.ts'

/** The keyring of an installation whose tags come from this secret. */
export function fromSecret(tagSecret: Buffer): Keyring {
  const some = Buffer.alloc(32)
  return createKeyring({ dataKeys: new Map([[1, some]]), pepper: some, walletSeeds: new Map([[1, some]]), tagSecret })
}

import { createSigner, signerFromKey } from '../chain/live/wallet-keys.ts'
import type { Signer } from '../chain/port.ts'
import type { Config } from '../config/config.ts'
import type { Sealed } from '../crypto/keyring.ts'
import { findKept, keepOnce } from '../db/sealed/secrets.ts'
import type { Store } from './open-store.ts'
import { readTestnetFile } from './testnet-file.ts'

const NAME = 'operator-key'
const place = { table: 'secrets', column: 'value', row: NAME }

/** The operator's key: as configured; that of a test-net which runs alone; or, on the offline test-net, made at the first start and kept sealed. */
export async function operatorOf(store: Store, config: Config): Promise<Signer | undefined> {
  const found = await findOperator(store, config)
  if (found !== undefined || config.SOTTO_NETWORK !== 'offline') return found
  const kept = await keepOnce(store.db, NAME, store.keys.seal(place, createSigner().key))
  return signerFromKey(store.keys.open(place, kept as Sealed))
}

/** The same where there is one already: none is made. */
export async function findOperator(
  { db, keys }: Pick<Store, 'db' | 'keys'>,
  config: Config,
): Promise<Signer | undefined> {
  if (config.SOTTO_OPERATOR_KEY !== undefined) return signerFromKey(config.SOTTO_OPERATOR_KEY)
  if (config.SOTTO_NETWORK !== 'offline') return undefined
  const lent = config.SOTTO_TESTNET === undefined ? undefined : readTestnetFile(config.SOTTO_TESTNET).operatorKey
  if (lent !== undefined) return signerFromKey(lent)
  const kept = await findKept(db, NAME)
  return kept === undefined ? undefined : signerFromKey(keys.open(place, kept as Sealed))
}

import { createSigner, signerFromKey } from '../chain/live/wallet-keys.ts'
import type { Signer } from '../chain/port.ts'
import type { Config } from '../config.ts'
import type { Sealed } from '../crypto/keyring.ts'
import type { Store } from './open-store.ts'

const NAME = 'operator-key'
const place = { table: 'secrets', column: 'value', row: NAME }

/** The operator's key: as configured, or, on the offline test-net, made at the first start and kept sealed. */
export async function operatorOf(store: Store, config: Config): Promise<Signer | undefined> {
  if (config.SOTTO_OPERATOR_KEY !== undefined) return signerFromKey(config.SOTTO_OPERATOR_KEY)
  if (config.SOTTO_NETWORK !== 'offline') return undefined
  const value = store.keys.seal(place, createSigner().key)
  await store.db
    .insertInto('secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await store.db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirstOrThrow()
  return signerFromKey(store.keys.open(place, row.value as Sealed))
}

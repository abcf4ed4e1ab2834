import type { Keyring } from '../crypto/keyring.ts'
import { atomically, type Database, type Db, isDuplicate } from '../db/database.ts'
import type { Clock } from '../world/world.ts'
import type { PublicJwk } from './format/envelope.ts'
import type { SigningKey } from './signing-key.ts'
import { currentNotaryKey, insertNotaryKey, listNotaryKeys, retireNotaryKeys } from './store.ts'

type Keys = { db: Db; keys: Keyring; clock: Clock }

/** The key that receipts are signed with. The first call makes it; read anew each time, since it may be rotated beside. */
export async function notaryKey({ db, keys, clock }: Keys): Promise<SigningKey> {
  const current = await currentNotaryKey(db, keys)
  if (current !== undefined) return current
  const made = await insertNotaryKey(db, keys, clock.now()).catch((error) => {
    if (isDuplicate(error)) return currentNotaryKey(db, keys)
    throw error
  })
  if (made === undefined) throw new Error('the notary key was retired while it was made')
  return made
}

/** Signs with a new key from now on. Receipts that the old one signed stay good: it remains listed. */
export async function rotateNotaryKey({ db, keys, clock }: Keys & { db: Database }): Promise<SigningKey> {
  return atomically(db, async (trx) => {
    await retireNotaryKeys(trx, clock.now())
    return insertNotaryKey(trx, keys, clock.now())
  })
}

/** `retiredAt`, `revokedAt`: seconds since the epoch, as `iat` in what the keys have signed. */
export type NotaryJwk = PublicJwk & {
  kid: string
  use: 'sig'
  alg: 'EdDSA'
  retiredAt?: number
  revokedAt?: number
}

/** The public keys as a JWK Set (RFC 7517, section 5), the one in force first, rotated ones after it. */
export async function notaryJwks(world: Keys): Promise<{ keys: NotaryJwk[] }> {
  await notaryKey(world)
  const all = await listNotaryKeys(world.db)
  const inForceFirst = [...all.filter((key) => key.retiredAt === null), ...all.filter((key) => key.retiredAt !== null)]
  return {
    keys: inForceFirst.map(({ fingerprint, publicKey, retiredAt, revokedAt }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicKey,
      kid: fingerprint,
      use: 'sig',
      alg: 'EdDSA',
      ...(retiredAt === null ? {} : { retiredAt: Math.floor(retiredAt / 1000) }),
      ...(revokedAt === null ? {} : { revokedAt: Math.floor(revokedAt / 1000) }),
    })),
  }
}

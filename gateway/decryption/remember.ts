import type { Hex } from '#shared/model/ids.ts'
import { type Db, writeIfPossible } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { findPlaintexts, insertMismatch, insertPlaintexts, misleading, overwritePlaintext } from './store.ts'

/**
 * Keeps a decrypted amount, and compares it with the derived one: the same amount now counts as decrypted; another
 * one takes its place and is an alarm.
 */
export async function rememberDecrypted(
  world: World,
  walletId: string | null,
  decrypted: ReadonlyMap<Hex, bigint>,
): Promise<void> {
  const { db, keys, clock } = world
  const write = async () => {
    const there = await insertPlaintexts(db, keys, decrypted, 'decrypted', clock.now())
    const known = await findPlaintexts(db, keys, there)
    for (const [handle, { units, origin }] of known) {
      if (origin === 'decrypted') continue
      const opened = decrypted.get(handle) ?? 0n
      if (opened !== units) await raise(world, handle, walletId)
      await overwritePlaintext(db, keys, handle, opened)
    }
    // Another reader was told so before, and this one has come to look for itself.
    for (const handle of await misleading(db, there)) await insertMismatch(db, handle, walletId, clock.now())
  }
  await writeIfPossible(write())
}

/** Keeps what this gateway encrypted itself. Belongs into the database transaction that stores the call that uses it. */
export async function rememberOwn(
  db: Db,
  world: World,
  { handle, units }: { handle: Hex; units: bigint },
): Promise<void> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return
  await insertPlaintexts(db, world.keys, new Map([[handle, units]]), 'own', world.clock.now())
}

/** Keeps a derived amount, unless the KMS has decrypted it before: that one stands, and has to agree. */
export async function rememberDerived(
  world: World,
  walletId: string | null,
  derived: ReadonlyMap<Hex, bigint>,
): Promise<void> {
  const { db, keys, clock } = world
  const write = async () => {
    const there = await insertPlaintexts(db, keys, derived, 'derived', clock.now())
    for (const [handle, { units, origin }] of await findPlaintexts(db, keys, there)) {
      if (origin === 'decrypted' && units !== derived.get(handle)) await raise(world, handle, walletId)
    }
  }
  await writeIfPossible(write())
}

/** The protocol computed something else than its handles say, or the KMS opens something else: never the amounts. */
async function raise(world: World, handle: Hex, walletId: string | null): Promise<void> {
  world.log.error({ handle, wallet: walletId }, 'a derived amount is not what the KMS decrypts')
  await insertMismatch(world.db, handle, walletId, world.clock.now())
}

import type { Hex } from '#shared/model/ids.ts'
import { type Db, writeIfPossible } from '../db/database.ts'
import type { PlaintextOrigin } from '../db/schema/payment-rows.ts'
import type { World } from '../world/world.ts'
import {
  findPlaintexts,
  insertMismatch,
  insertPlaintexts,
  misleading,
  overwritePlaintext,
  type Plaintext,
} from './store.ts'

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
    const known = await keep(db, world, decrypted, 'decrypted')
    for (const [handle, { units, origin }] of known) {
      if (origin === 'decrypted') continue
      const opened = decrypted.get(handle) ?? 0n
      if (opened !== units) await raise(world, handle, walletId)
      await overwritePlaintext(db, keys, handle, { units: opened, origin: 'decrypted' })
    }
    // Another reader was told so before, and this one has come to look for itself.
    for (const handle of await misleading(db, [...known.keys()]))
      await insertMismatch(db, handle, walletId, clock.now())
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
  await keep(db, world, new Map([[handle, units]]), 'own')
}

/** Keeps a derived amount, unless the KMS has decrypted it before: that one stands, and has to agree. */
export async function rememberDerived(
  world: World,
  walletId: string | null,
  derived: ReadonlyMap<Hex, bigint>,
): Promise<void> {
  const write = async () => {
    for (const [handle, { units, origin }] of await keep(world.db, world, derived, 'derived')) {
      if (origin === 'decrypted' && units !== derived.get(handle)) await raise(world, handle, walletId)
    }
  }
  await writeIfPossible(write())
}

/**
 * Keeps amounts that are not known yet, and replaces stored ones that do not open, since somebody has altered them in the database.
 * Returns the amounts that were stored before: another request may have learned them meanwhile.
 */
async function keep(
  db: Db,
  { keys, clock, log }: World,
  amounts: ReadonlyMap<Hex, bigint>,
  origin: PlaintextOrigin,
): Promise<Map<Hex, Plaintext>> {
  const there = await insertPlaintexts(db, keys, amounts, origin, clock.now())
  const known = await findPlaintexts(db, keys, there)
  for (const handle of there) {
    if (known.has(handle)) continue
    log.error({ handle }, 'a known amount was altered in the database, and is replaced')
    await overwritePlaintext(db, keys, handle, { units: amounts.get(handle) ?? 0n, origin })
  }
  return known
}

/** The protocol computed something else than its handles say, or the KMS opens something else: never the amounts. */
async function raise(world: World, handle: Hex, walletId: string | null): Promise<void> {
  world.log.error({ handle, wallet: walletId }, 'a derived amount is not what the KMS decrypts')
  await insertMismatch(world.db, handle, walletId, world.clock.now())
}

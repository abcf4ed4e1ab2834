import type { Hex } from '#shared/model/ids.ts'
import { openMarked, sealMarked } from '../crypto/amounts.ts'
import type { Keyring, Sealed } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { PlaintextOrigin } from '../db/schema/payment-rows.ts'
import { isAltered } from '../db/sealed/open-unaltered.ts'

/** `mistrusted`: a derived amount of the reader was wrong. */
export type Plaintext = { units: bigint; origin: PlaintextOrigin; mistrusted: boolean }

const placeOf = (handle: Hex) => ({ table: 'plaintexts', column: 'amount', row: handle })
/** Rows in one statement: both engines limit its parameters. */
const AT_ONCE = 500

/**
 * Those of the handles whose cleartext is known, each with how it came to be. A row that was altered is unknown: it can be learned
 * again, and must not hold up others.
 */
export async function findPlaintexts(
  db: Db,
  keys: Keyring,
  handles: readonly Hex[],
  walletId: string | null = null,
): Promise<Map<Hex, Plaintext>> {
  const found = new Map<Hex, Plaintext>()
  for (let start = 0; start < handles.length; start += AT_ONCE) {
    const some = handles.slice(start, start + AT_ONCE)
    const rows = await db
      .selectFrom('plaintexts')
      .select((e) => ['handle', 'amount', e.exists(mismatchesOf(db, walletId).select('reader')).as('mistrusted')])
      .where('handle', 'in', some)
      .execute()
    for (const { handle, amount, mistrusted } of rows) {
      const opened = openUnlessAltered(keys, handle, amount)
      // Older versions wrote no mark, and decrypted everything.
      const origin = (opened?.mark ?? 'decrypted') as PlaintextOrigin
      if (opened !== undefined) found.set(handle, { units: opened.units, origin, mistrusted: Boolean(mistrusted) })
    }
  }
  return found
}

function openUnlessAltered(keys: Keyring, handle: Hex, amount: Sealed): ReturnType<typeof openMarked> | undefined {
  try {
    return openMarked(keys, placeOf(handle), amount)
  } catch (error) {
    if (!isAltered(error)) throw error
    return undefined
  }
}

/** Keeps what is not known yet. Returns the handles that were: by another request, say. */
export async function insertPlaintexts(
  db: Db,
  keys: Keyring,
  plaintexts: ReadonlyMap<Hex, bigint>,
  origin: PlaintextOrigin,
  now: number,
): Promise<Hex[]> {
  const fresh = new Set<Hex>()
  const all = [...plaintexts]
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const values = all.slice(start, start + AT_ONCE).map(([handle, units]) => {
      return { handle, amount: sealMarked(keys, placeOf(handle), units, origin), origin, createdAt: now }
    })
    const inserted = await db
      .insertInto('plaintexts')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('handle')
      .execute()
    for (const { handle } of inserted) fresh.add(handle)
  }
  return [...plaintexts.keys()].filter((handle) => !fresh.has(handle))
}

/** A decrypted amount replaces a derived one, and any replaces one that was altered. */
export async function overwritePlaintext(
  db: Db,
  keys: Keyring,
  handle: Hex,
  { units, origin }: Pick<Plaintext, 'units' | 'origin'>,
): Promise<void> {
  await db
    .updateTable('plaintexts')
    .set({ amount: sealMarked(keys, placeOf(handle), units, origin), origin })
    .where('handle', '=', handle)
    .execute()
}

export async function insertMismatch(db: Db, handle: Hex, walletId: string | null, now: number): Promise<void> {
  await db
    .insertInto('derivationMismatches')
    .values({ handle, reader: readerName(walletId), createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The operator is no wallet of this gateway. */
const readerName = (walletId: string | null) => walletId ?? 'operator'

const mismatchesOf = (db: Db, walletId: string | null) =>
  db.selectFrom('derivationMismatches').where('reader', '=', readerName(walletId))

/** Those of the handles of which somebody believed another amount. */
export async function misleading(db: Db, handles: readonly Hex[]): Promise<Hex[]> {
  if (handles.length === 0) return []
  const rows = db.selectFrom('derivationMismatches').select('handle').distinct()
  return (await rows.where('handle', 'in', handles).execute()).map(({ handle }) => handle)
}

/** Readers of whom a derived amount was wrong: a few, if any. */
export async function findMistrusted(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('derivationMismatches').select('reader').distinct().execute()
  return new Set(rows.map(({ reader }) => reader))
}

/** How many amounts, however many they misled. */
export async function countMismatches(db: Db): Promise<number> {
  const rows = db.selectFrom('derivationMismatches')
  const { count } = await rows
    .select((e) => e.fn.count<number | string>('handle').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

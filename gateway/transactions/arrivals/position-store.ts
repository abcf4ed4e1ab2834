import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'

/** A block up to which everything was looked through. */
export type Scanned = { number: number; hash: Hex }

/** So many are kept: the newest that a reorganisation has left is where the next look begins. */
const KEPT = 256

/** Newest first; none before the first look. */
export async function scannedBlocks(db: Db, most = KEPT): Promise<Scanned[]> {
  const rows = await db.selectFrom('scannedBlocks').selectAll().orderBy('blockNumber', 'desc').limit(most).execute()
  return rows.map(({ blockNumber: number, blockHash: hash }) => ({ number, hash }))
}

/** Where a look begins: the newest block that was looked through, if any, and how often wallets had been found by then. */
export type Position = { at: Scanned | undefined; finds: number }

export async function position(db: Db): Promise<Position> {
  const [at] = await scannedBlocks(db, 1)
  const { finds } = await db.selectFrom('scanBegins').select('finds').executeTakeFirstOrThrow()
  return { at, finds: Number(finds) }
}

/**
 * Whether the scan still stands where a look began, and the look knows all wallets that were found. Belongs first into the database
 * transaction that writes the look.
 */
export async function standsAt(db: Db, from: Position): Promise<boolean> {
  const { at, finds } = await position(db)
  return at?.number === from.at?.number && at?.hash === from.at?.hash && finds === from.finds
}

/** Whether the scan, which may have moved on since it stood at a block, has not gone back behind it. */
export async function isStillScanned(db: Db, at: Scanned | undefined): Promise<boolean> {
  if (at === undefined) return (await scannedBlocks(db, 1)).length === 0
  const row = db.selectFrom('scannedBlocks').select('blockNumber').where('blockNumber', '=', at.number)
  return (await row.where('blockHash', '=', at.hash).executeTakeFirst()) !== undefined
}

/** Goes on from one block to another. False where another gateway has moved on, or back, meanwhile: then nothing is written. */
export async function goOn(db: Db, from: Position, to: Scanned): Promise<boolean> {
  if (!(await standsAt(db, from))) return false
  await db.insertInto('scannedBlocks').values({ blockNumber: to.number, blockHash: to.hash }).execute()
  const kept = db.selectFrom('scannedBlocks').select('blockNumber').orderBy('blockNumber', 'desc')
  const oldest = await kept
    .offset(KEPT - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined) await db.deleteFrom('scannedBlocks').where('blockNumber', '<', oldest.blockNumber).execute()
  return true
}

/** Goes back: what comes after a block is looked through again. */
export async function goBack(db: Db, to: number): Promise<void> {
  await db.deleteFrom('scannedBlocks').where('blockNumber', '>', to).execute()
}

/** Goes back for wallets that were found, before a block. A look that is under way does not know them, and then writes nothing. */
export async function goBackFor(db: Db, at: number): Promise<void> {
  await goBack(db, at - 1)
  await db
    .updateTable('scanBegins')
    .set((e) => ({ finds: e('finds', '+', 1) }))
    .execute()
}

/** When this gateway began to look, in milliseconds. */
export async function beganAt(db: Db): Promise<number> {
  const { at } = await db.selectFrom('scanBegins').select('at').executeTakeFirstOrThrow()
  return Number(at)
}

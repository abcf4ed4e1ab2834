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

/** Whether the scan still stands at a block. Belongs first into the database transaction that writes a look. */
export async function standsAt(db: Db, from: Scanned | undefined): Promise<boolean> {
  const [last] = await scannedBlocks(db, 1)
  return last?.number === from?.number && last?.hash === from?.hash
}

/** Whether the scan, which may have moved on since it stood at a block, has not gone back behind it. */
export async function isStillScanned(db: Db, at: Scanned | undefined): Promise<boolean> {
  if (at === undefined) return standsAt(db, at)
  const row = db.selectFrom('scannedBlocks').select('blockNumber').where('blockNumber', '=', at.number)
  return (await row.where('blockHash', '=', at.hash).executeTakeFirst()) !== undefined
}

/** Goes on from one block to another. False where another gateway has moved on, or back, meanwhile: then nothing is written. */
export async function goOn(db: Db, from: Scanned | undefined, to: Scanned): Promise<boolean> {
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

/**
 * Goes back for wallets that were found: before a block, and before the one where the scan stands, which may be further back already.
 * A look that goes on from there does not know them yet, and then writes nothing.
 */
export async function goBackBefore(db: Db, at: number): Promise<void> {
  const [last] = await scannedBlocks(db, 1)
  if (last !== undefined) await goBack(db, Math.min(at, last.number) - 1)
}

/** When this gateway began to look, in milliseconds. */
export async function beganAt(db: Db): Promise<number> {
  const { at } = await db.selectFrom('scanBegins').select('at').executeTakeFirstOrThrow()
  return Number(at)
}

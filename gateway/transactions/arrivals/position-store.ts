import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'

/** A block up to which everything was looked through. */
export type Scanned = { number: number; hash: Hex }

/** So many are kept: the newest that a reorganisation has left is where the next look begins. */
const KEPT = 256

/** Newest first; none before the first look. */
export async function scannedBlocks(db: Db, most = KEPT): Promise<Scanned[]> {
  const rows = await db.selectFrom('scanned_blocks').selectAll().orderBy('block_number', 'desc').limit(most).execute()
  return rows.map(({ block_number: number, block_hash: hash }) => ({ number, hash }))
}

/** Goes on from one block to another. False where somebody else has moved on, or back, meanwhile: then nothing is written. */
export async function goOn(db: Db, from: Scanned | undefined, to: Scanned): Promise<boolean> {
  const [last] = await scannedBlocks(db, 1)
  if (last?.number !== from?.number || last?.hash !== from?.hash) return false
  await db.insertInto('scanned_blocks').values({ block_number: to.number, block_hash: to.hash }).execute()
  const kept = db.selectFrom('scanned_blocks').select('block_number').orderBy('block_number', 'desc')
  const oldest = await kept
    .offset(KEPT - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined)
    await db.deleteFrom('scanned_blocks').where('block_number', '<', oldest.block_number).execute()
  return true
}

/** Goes back: what comes after a block is looked through again. */
export async function goBack(db: Db, to: number): Promise<void> {
  await db.deleteFrom('scanned_blocks').where('block_number', '>', to).execute()
}

/** When this gateway began to look, in milliseconds. */
export async function beganAt(db: Db): Promise<number> {
  const { at } = await db.selectFrom('scan_begins').select('at').executeTakeFirstOrThrow()
  return Number(at)
}

import type { Address, Hex } from '#shared/model/ids.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import { inOrder, type Unattributed, unattributedOf } from './store.ts'

/**
 * Those of a sender that are not final, or were found since a moment: also such as belong to a redeem, whose nonce another
 * payment may have.
 */
export async function listNotFinal(db: Db, keys: Keyring, sender: Address, since: number): Promise<Unattributed[]> {
  const rows = await inOrder(db)
    .where('sender', '=', sender)
    .where((e) => e.or([e('settled', '=', 0), e('foundAt', '>=', since)]))
    .execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** It stays where it is. What reverted there does nothing. */
export async function noteFinal(db: Db, hash: Hex, success: boolean): Promise<void> {
  const nothing = { does: null, toAddress: null, amount: null, handle: null }
  await db
    .updateTable('unattributed')
    .set({ settled: 1, ...(success ? {} : nothing) })
    .where('hash', '=', hash)
    .execute()
}

/** No node shows it: it is read again until one does, or something else has its nonce. */
export async function noteNotFinal(db: Db, hash: Hex): Promise<void> {
  await db.updateTable('unattributed').set({ settled: 0 }).where('hash', '=', hash).execute()
}

/** Senders of which there is any that is not final, or was found since a moment. */
export async function sendersOfNotFinal(db: Db, since: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('unattributed')
    .select('sender')
    .distinct()
    .where((e) => e.or([e('settled', '=', 0), e('foundAt', '>=', since)]))
    .execute()
  return rows.map(({ sender }) => sender)
}

import type { Address, Hex } from '#shared/model/ids.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import { inOrder, type Unattributed, unattributedOf } from './store.ts'

/** Finds whose tag names a payment that they were not given to yet, in the order in which they were mined: of all, or of some senders. */
export async function listTagged(db: Db, keys: Keyring, senders?: readonly Address[]): Promise<Unattributed[]> {
  if (senders?.length === 0) return []
  const tagged = inOrder(db).where('tagRow', 'is not', null).where('transactionId', 'is', null)
  const rows = await (senders === undefined ? tagged : tagged.where('sender', 'in', senders)).execute()
  return rows.map((row) => unattributedOf(keys, row))
}

/** It is not what its tag names: what it is shows in what it did alone. */
export async function forgetTag(db: Db, hash: Hex): Promise<void> {
  await db.updateTable('unattributed').set({ tagRow: null }).where('hash', '=', hash).execute()
}

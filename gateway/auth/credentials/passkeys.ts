import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { PasskeyRow } from '../../db/schema/sign-in-rows.ts'
import { checkRow, rowMac } from '../../db/sealed/row-macs.ts'

export type Passkey = Omit<PasskeyRow, 'transports' | 'backedUp' | 'mac'> & { transports: string[]; backedUp: boolean }

function passkeyOf({ transports, backedUp, mac: _, ...row }: PasskeyRow): Passkey {
  return { ...row, transports: transports.split(' ').filter(Boolean), backedUp: backedUp === 1 }
}

/** Rejects as a duplicate where this credential is known already. */
export async function insertPasskey(db: Db, keys: Keyring, passkey: Passkey): Promise<void> {
  const { transports, backedUp, ...row } = passkey
  await db
    .insertInto('passkeys')
    .values({
      ...row,
      transports: transports.join(' '),
      backedUp: backedUp ? 1 : 0,
      mac: rowMac(keys, 'passkeys', row),
    })
    .execute()
}

/** Oldest first. */
export async function listPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(passkeyOf)
}

export async function findPasskey(db: Db, accountId: string, id: string): Promise<Passkey | undefined> {
  const query = db.selectFrom('passkeys').selectAll().where('id', '=', id).where('accountId', '=', accountId)
  const row = await query.executeTakeFirst()
  return row && passkeyOf(row)
}

/** To sign in with. */
export async function findCredential(db: Db, keys: Keyring, credentialId: string): Promise<Passkey | undefined> {
  const query = db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId)
  const row = await query.executeTakeFirst()
  if (row !== undefined) checkRow(keys, 'passkeys', row)
  return row && passkeyOf(row)
}

/** Compare-and-set: false where somebody else used the passkey since it was read. */
export async function noteUse(
  db: Db,
  from: Pick<Passkey, 'id' | 'counter'>,
  use: { counter: number; backedUp: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, backedUp: use.backedUp ? 1 : 0, lastUsedAt: use.now })
    .where('id', '=', from.id)
    .where('counter', '=', from.counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function renamePasskey(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
}

/** Whether there was such a passkey of this account. */
export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function removePasskeys(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('accountId', '=', accountId).execute()
}

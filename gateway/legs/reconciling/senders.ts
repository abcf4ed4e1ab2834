import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'
import { nextOwnNonce } from '../store.ts'

/** A sender whose nonces are not accounted for: the chain has mined `missing` that this database knows nothing of. */
export type Behind = { address: Address; accounted: number; missing: number; since: number }

/** The nonce up to which everything of a sender's is known: by its legs, or because it was looked at. */
export async function accountedNonce(db: Db, sender: Address): Promise<number> {
  const [own, row] = await Promise.all([nextOwnNonce(db, sender), senderRow(db, sender)])
  return Math.max(own, row?.accounted ?? 0)
}

function senderRow(db: Db, sender: Address) {
  return db.selectFrom('senders').select(['accounted', 'since']).where('address', '=', sender).executeTakeFirst()
}

/** Whether anything was ever written down about a sender. */
export async function isKnownSender(db: Db, sender: Address): Promise<boolean> {
  return (await nextOwnNonce(db, sender)) > 0 || (await senderRow(db, sender)) !== undefined
}

/** Notes how far the nonces of a sender are accounted for; never less far than was noted before. */
export async function noteAccounted(db: Db, sender: Address, accounted: number): Promise<void> {
  const fresh = { address: sender, accounted, target: null, since: null }
  await db
    .insertInto('senders')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ accounted }).where('senders.accounted', '<', accounted),
    )
    .execute()
}

/** Notes that the chain has counted further than is accounted for. True where that was not known. */
export async function noteBehind(db: Db, sender: Address, accounted: number, target: number, now: number) {
  const known = (await senderRow(db, sender))?.since ?? null
  const since = known ?? now
  await db
    .insertInto('senders')
    .values({ address: sender, accounted, target, since })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ target, since }))
    .execute()
  return known === null
}

export async function noteCaughtUp(db: Db, sender: Address): Promise<void> {
  // Nothing is written where nothing is to be said: this is asked before every payment.
  if (((await senderRow(db, sender))?.since ?? null) === null) return
  await db
    .updateTable('senders')
    .set({ target: null, since: null })
    .where('address', '=', sender)
    .where('since', 'is not', null)
    .execute()
}

/** Senders that are being reconciled, the one that waits longest first. */
export async function listBehind(db: Db): Promise<Behind[]> {
  const rows = await db.selectFrom('senders').selectAll().where('since', 'is not', null).orderBy('since').execute()
  return Promise.all(
    rows.map(async ({ address, target, since }) => {
      const accounted = await accountedNonce(db, address)
      return { address, accounted, missing: Math.max(0, (target ?? 0) - accounted), since: since ?? 0 }
    }),
  )
}

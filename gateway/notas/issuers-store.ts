import type { Db } from '../db/database.ts'

/** An issuer that the server admin knows from elsewhere. */
export type Issuer = { fingerprint: string; label: string | null; createdAt: number }

/** Pinned again it gets another label. */
export async function pinIssuer(db: Db, issuer: Issuer): Promise<void> {
  const { fingerprint, label, createdAt } = issuer
  await db
    .insertInto('trustedIssuers')
    .values({ fingerprint, label, createdAt })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ label }))
    .execute()
}

/** Whether it was pinned. */
export async function unpinIssuer(db: Db, fingerprint: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trustedIssuers')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** In the order in which they were pinned. */
export async function listIssuers(db: Db): Promise<Issuer[]> {
  const rows = await db.selectFrom('trustedIssuers').selectAll().orderBy('createdAt').orderBy('fingerprint').execute()
  return rows.map(({ fingerprint, label, createdAt }) => ({ fingerprint, label, createdAt }))
}

import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Db } from '../../db/database.ts'
import type { World } from '../../world/world.ts'

/** RFC 6238 with the values that every authenticator app knows: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30

const placeOf = (accountId: string) => ({ table: 'accounts', column: 'totp_secret', row: accountId })

/** Stores a new secret that counts for nothing until it is confirmed; one that was pending is void. */
export async function enrolTotp(world: World, account: { id: string; email: string }) {
  const secret = generateSecret()
  await world.db
    .updateTable('accounts')
    .set({ totp_secret: world.keys.seal(placeOf(account.id), secret), totp_last_step: 0 })
    .where('id', '=', account.id)
    .where('totp_confirmed_at', 'is', null)
    .execute()
  return { secret, uri: generateURI({ issuer: 'Sotto', label: account.email, secret }) }
}

/**
 * Whether this is a code of the account's secret, of this time step or of one beside it. Each step is accepted once
 * (RFC 6238, section 5.2): the step is written by the statement that checks that no later one was.
 */
export async function acceptTotp(world: World, accountId: string, code: string): Promise<boolean> {
  const row = await world.db
    .selectFrom('accounts')
    .select(['totp_secret', 'totp_last_step'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!row?.totp_secret) return false
  const step = stepOf(world.keys.open(placeOf(accountId), row.totp_secret), code, world.clock.now())
  if (step === undefined) return false
  const { numUpdatedRows } = await world.db
    .updateTable('accounts')
    .set({ totp_last_step: step })
    .where('id', '=', accountId)
    .where('totp_last_step', '<', step)
    .where('totp_secret', '=', row.totp_secret)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The time step that a code belongs to, at most one away from now; undefined where it belongs to none. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now / 1000)
  const checked = verifySync({ secret, token: code, epoch, period: PERIOD_S, epochTolerance: PERIOD_S })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** Whether an enrolment was waiting for this. */
export async function confirmTotp(db: Db, accountId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ totp_confirmed_at: now })
    .where('id', '=', accountId)
    .where('totp_confirmed_at', 'is', null)
    .where('totp_secret', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function isTotpPending(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('totp_confirmed_at', 'is', null)
    .where('totp_secret', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets the secret and the recovery codes. */
export async function removeTotp(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: 0 })
    .where('id', '=', accountId)
    .execute()
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}

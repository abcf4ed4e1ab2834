import { generateSecret, generateURI, verifySync } from 'otplib'
import { changeAccount } from '../../accounts/store.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { AccountRow } from '../../db/schema/sign-in-rows.ts'
import type { World } from '../../world/world.ts'

/** RFC 6238 with the values that every authenticator app knows: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30

const placeOf = (accountId: string) => ({ table: 'accounts', column: 'totp_secret', row: accountId })

/** Stores a new secret that counts for nothing until it is confirmed; one that was pending is void. */
export async function enrolTotp(world: World, account: { id: string; email: string }) {
  const secret = generateSecret()
  const sealed = world.keys.seal(placeOf(account.id), secret)
  await changeAccount(world.db, world.keys, account.id, (row) =>
    row.totpConfirmedAt === null ? { totpSecret: sealed, totpLastStep: 0 } : undefined,
  )
  return { secret, uri: generateURI({ issuer: 'Sotto', label: account.email, secret }) }
}

/**
 * Whether this is a code of the account's secret, of this time step or of one beside it. Each step is accepted once
 * (RFC 6238, section 5.2): it is compared with the last one, and set, in one step.
 */
export async function acceptTotp(world: World, accountId: string, code: string): Promise<boolean> {
  return changeAccount(world.db, world.keys, accountId, ({ totpSecret: sealed, totpLastStep: last }) => {
    if (sealed === null) return undefined
    const step = stepOf(world.keys.open(placeOf(accountId), sealed), code, world.clock.now())
    return step === undefined || step <= last ? undefined : { totpLastStep: step }
  })
}

/** The time step that a code belongs to, at most one away from now; undefined where it belongs to none. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now / 1000)
  const checked = verifySync({ secret, token: code, epoch, period: PERIOD_S, epochTolerance: PERIOD_S })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

/** Whether an enrolment was waiting for this. One that began after the code was accepted has had no code of its own. */
export function confirmTotp(db: Db, keys: Keyring, accountId: string, now: number): Promise<boolean> {
  return changeAccount(db, keys, accountId, (row) =>
    isPending(row) && row.totpLastStep > 0 ? { totpConfirmedAt: now } : undefined,
  )
}

export async function isTotpPending(db: Db, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  return row !== undefined && isPending(row)
}

function isPending(row: AccountRow): boolean {
  return row.totpConfirmedAt === null && row.totpSecret !== null
}

/** Forgets the secret and the recovery codes. */
export async function removeTotp(db: Db, keys: Keyring, accountId: string): Promise<void> {
  const none = { totpSecret: null, totpConfirmedAt: null, totpLastStep: 0 }
  await changeAccount(db, keys, accountId, () => none)
  await db.deleteFrom('recoveryCodes').where('accountId', '=', accountId).execute()
}

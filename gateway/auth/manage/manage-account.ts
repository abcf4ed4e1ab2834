import type { EventType } from '#shared/model/event.ts'
import { setDisabled, setPassword } from '../../accounts/store.ts'
import { appendEvent } from '../../audit/store.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { hashPassword, randomPassword } from '../../crypto/password.ts'
import { atomically, type Database, type Db } from '../../db/database.ts'
import type { Clock } from '../../world/world.ts'
import { endChallenges } from '../credentials/challenges.ts'
import { removePasskeys } from '../credentials/passkeys.ts'
import { endSessions } from '../credentials/sessions.ts'
import { removeTotp } from '../credentials/totp.ts'

/** The part of the world that the command line has, beside a gateway that may be running. */
export type ServerAdmin = { db: Database; keys: Keyring; clock: Clock; newId(): string }

/** Its keys and sessions are refused from the next request on, by name; the sessions are not there when it is enabled. */
export function disableAccount(admin: ServerAdmin, id: string): Promise<void> {
  return audited(admin, id, 'account.disabled', async (db) => {
    await setDisabled(db, admin.keys, id, admin.clock.now())
    await endChallenges(db, id)
  })
}

export function enableAccount(admin: ServerAdmin, id: string): Promise<void> {
  return audited(admin, id, 'account.enabled', async (db) => {
    await endSessions(db, id)
    await setDisabled(db, admin.keys, id, null)
  })
}

/** A new one-time password, in the answer; anyone who is signed in is signed out. */
export async function resetPassword(admin: ServerAdmin, id: string): Promise<string> {
  const password = randomPassword()
  const hash = await hashPassword(admin.keys, id, password)
  await audited(admin, id, 'password.reset', async (db) => {
    await setPassword(db, admin.keys, id, hash, true)
    await endSessions(db, id)
    await endChallenges(db, id)
  })
  return password
}

/** Takes away TOTP, recovery codes and passkeys, any of which may be in the wrong hands; the password stays. */
export function resetSecondFactors(admin: ServerAdmin, id: string): Promise<void> {
  return audited(admin, id, 'second_factors.reset', async (db) => {
    await removeTotp(db, admin.keys, id)
    await removePasskeys(db, id)
    await endSessions(db, id)
    await endChallenges(db, id)
  })
}

/** Notes a change by the command line in the audit log. `accountId` null where it concerns no account. */
export function auditAdmin(
  admin: ServerAdmin | (Omit<ServerAdmin, 'db'> & { db: Db }),
  accountId: string | null,
  type: EventType,
  subject: string | null = null,
): Promise<void> {
  return appendEvent(admin, {
    accountId: accountId,
    type,
    outcome: 'ok',
    credentialType: 'command_line',
    credentialId: null,
    address: null,
    subject,
  })
}

function audited(
  admin: ServerAdmin,
  accountId: string,
  type: EventType,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  return atomically(admin.db, async (db) => {
    await work(db)
    await auditAdmin({ ...admin, db }, accountId, type)
  })
}

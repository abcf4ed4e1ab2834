import type { PasswordChange } from '#shared/api/security.ts'
import type { User } from '#shared/model/user.ts'
import { invalid, Refusal } from '#shared/refusals.ts'
import { requireUncommon } from '../accounts/password-rules.ts'
import { findPassword, setPassword, userOf } from '../accounts/store.ts'
import { type Caller, sessionOf } from '../auth/caller.ts'
import { endSessions } from '../auth/sessions.ts'
import { proving } from '../auth/tries.ts'
import { checkPassword, hashPassword } from '../crypto/password.ts'
import { atomically } from '../db/database.ts'
import type { World } from '../world.ts'

/** Whoever was signed in elsewhere, and may be the reason for the change, is signed out. */
export async function changePassword(world: World, caller: Caller, input: PasswordChange): Promise<User> {
  const { account } = caller
  requireUncommon(input.newPassword, 'newPassword')
  if (input.newPassword === input.currentPassword) throw invalid('newPassword', 'is the password in use')
  await provePassword(world, account.id, input.currentPassword)
  const hash = await hashPassword(world.keys, account.id, input.newPassword)
  await atomically(world.db, async (db) => {
    await setPassword(db, account.id, hash, false)
    await endSessions(db, account.id, sessionOf(caller).id)
  })
  return userOf({ ...account, mustChangePassword: false })
}

/** Asks somebody who is signed in for the password once more. */
export async function provePassword(world: World, accountId: string, password: string): Promise<void> {
  await proving(world, accountId, async () => {
    const known = await findPassword(world.db, { id: accountId })
    if (await checkPassword(world.keys, known, password)) return
    throw new Refusal('invalid_credentials', { message: 'The password is wrong.' })
  })
}

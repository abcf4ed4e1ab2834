import type { PasswordChange } from '#shared/api/security.ts'
import type { User } from '#shared/model/user.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import { flawOf } from '../../accounts/password-rules.ts'
import { findPassword, isPassword, setPassword } from '../../accounts/store.ts'
import { userOf } from '../../accounts/user.ts'
import { commonPasswords } from '../../crypto/common-passwords.ts'
import type { Sealed } from '../../crypto/keyring.ts'
import { checkPassword, hashPassword } from '../../crypto/password.ts'
import type { World } from '../../world/world.ts'
import { auditedChange } from '../audited-change.ts'
import { requireSession } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import { endChallenges } from '../credentials/challenges.ts'
import { endSessions } from '../credentials/sessions.ts'
import { reauthenticate } from '../reauthenticate.ts'
import type { RequestContext } from '../request-context.ts'

/** Anyone who was signed in elsewhere, and may be the reason for the change, is signed out. */
export async function changePassword(
  world: World,
  caller: Caller,
  input: PasswordChange,
  context: RequestContext,
): Promise<User> {
  const { account } = caller
  const flaw = flawOf(input.newPassword, account.email, commonPasswords())
  if (flaw !== undefined) throw invalid('newPassword', flaw)
  if (input.newPassword === input.currentPassword) throw invalid('newPassword', 'must differ from the current password')
  const proved = await provePassword(world, caller, input.currentPassword)
  const hash = await hashPassword(world.keys, account.id, input.newPassword)
  await auditedChange(world, context, async (db) => {
    // Changed meanwhile by another call: the password that was proved is an old one.
    if (!(await isPassword(db, world.keys, account.id, proved))) throw wrong()
    await setPassword(db, world.keys, account.id, hash, false)
    await endSessions(db, account.id, requireSession(caller).id)
    await endChallenges(db, account.id)
  })
  return userOf({ ...account, mustChangePassword: false })
}

/** Asks somebody who is signed in for the password once more; its hash is in the answer. */
export async function provePassword(world: World, caller: Caller, password: string): Promise<Sealed> {
  return reauthenticate(world, caller, 'password', async () => {
    const known = await findPassword(world.db, world.keys, { id: caller.account.id })
    const right = await checkPassword(world.keys, known, password)
    if (right && known !== undefined) return known.passwordHash
    throw wrong()
  })
}

const wrong = () => new Refusal('invalid_credentials', { message: 'The password is wrong.' })

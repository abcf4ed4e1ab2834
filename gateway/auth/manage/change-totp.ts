import { invalid, Refusal } from '#shared/refusal.ts'
import { findAccount } from '../../accounts/store.ts'
import { userOf } from '../../accounts/user.ts'
import type { World } from '../../world/world.ts'
import { auditedChange } from '../audited-change.ts'
import type { Caller } from '../caller.ts'
import { makeRecoveryCodes } from '../credentials/recovery-codes.ts'
import { requireSecondFactor } from '../credentials/second-factor.ts'
import { acceptTotp, confirmTotp, enrolTotp, isTotpPending, removeTotp } from '../credentials/totp.ts'
import { reauthenticate } from '../reauthenticate.ts'
import type { RequestContext } from '../request-context.ts'
import { provePassword } from './change-password.ts'

/** A secret for the authenticator app. Nothing is asked for until a first code has confirmed it. */
export async function beginTotp(world: World, caller: Caller, password: string) {
  const { account } = caller
  if (account.totpEnabled) throw new Refusal('totp_already_enabled')
  await provePassword(world, caller, password)
  return enrolTotp(world, account)
}

/** Switches it on, and makes the recovery codes. */
export async function enableTotp(
  world: World,
  caller: Caller,
  code: string,
  context: RequestContext,
): Promise<string[]> {
  const { account } = caller
  if (account.totpEnabled) throw new Refusal('totp_already_enabled')
  if (!(await isTotpPending(world.db, account.id)))
    throw invalid('code', 'there is nothing to confirm: begin the setup first')
  await reauthenticate(world, caller, 'code', async () => {
    if (!(await acceptTotp(world, account.id, code.replace(/\s/g, '')))) throw new Refusal('invalid_totp')
  })
  return auditedChange(world, context, async (db) => {
    if (!(await confirmTotp(db, world.keys, account.id, world.clock.now()))) {
      const isOn = (await findAccount(db, world.keys, account.id))?.totpEnabled === true
      throw new Refusal(isOn ? 'totp_already_enabled' : 'invalid_totp')
    }
    return makeRecoveryCodes(db, world.keys, account.id)
  })
}

export async function renewRecoveryCodes(
  world: World,
  caller: Caller,
  code: string,
  context: RequestContext,
): Promise<string[]> {
  const { account } = caller
  requireOn(account.totpEnabled)
  await reauthenticate(world, caller, 'code', () =>
    requireSecondFactor(world, account.id, code, { ...caller, ...context }),
  )
  return auditedChange(world, context, (db) => makeRecoveryCodes(db, world.keys, account.id))
}

export async function disableTotp(
  world: World,
  caller: Caller,
  input: { password: string; code: string },
  context: RequestContext,
) {
  const { account } = caller
  requireOn(account.totpEnabled)
  await provePassword(world, caller, input.password)
  await reauthenticate(world, caller, 'code', () =>
    requireSecondFactor(world, account.id, input.code, { ...caller, ...context }),
  )
  await auditedChange(world, context, (db) => removeTotp(db, world.keys, account.id))
  const changed = await findAccount(world.db, world.keys, account.id)
  return userOf(changed ?? account)
}

function requireOn(enabled: boolean): void {
  if (!enabled) throw invalid('code', 'two-factor authentication is not on')
}

import type { Passkey as Answer } from '#shared/model/sign-in.ts'
import { Refusal } from '#shared/refusal.ts'
import type { World } from '../../world/world.ts'
import { auditedRemoval } from '../audited-change.ts'
import type { Caller } from '../caller.ts'
import { findPasskey, listPasskeys, type Passkey, removePasskey, renamePasskey } from '../credentials/passkeys.ts'
import type { RequestContext } from '../request-context.ts'

/** The passkey as the API shows it. */
export function passkeyAnswer(passkey: Passkey): Answer {
  return {
    id: passkey.id,
    name: passkey.name,
    createdAt: new Date(passkey.createdAt).toISOString(),
    lastUsedAt: passkey.lastUsedAt === null ? null : new Date(passkey.lastUsedAt).toISOString(),
    backedUp: passkey.backedUp,
  }
}

/** Oldest first. */
export async function listOwnPasskeys(world: World, { account }: Caller): Promise<Answer[]> {
  return (await listPasskeys(world.db, account.id)).map(passkeyAnswer)
}

/** Throws `not_found` where the account has no such passkey. */
export async function renameOwnPasskey(
  world: World,
  { account }: Caller,
  input: { id: string; name: string },
  context: RequestContext,
): Promise<Answer> {
  const passkey = await findPasskey(world.db, account.id, input.id)
  if (passkey === undefined) throw new Refusal('not_found')
  context.audit.subject = passkey.id
  await renamePasskey(world.db, passkey.id, input.name)
  return passkeyAnswer({ ...passkey, name: input.name })
}

/** False where the account has no such passkey. */
export function removeOwnPasskey(
  world: World,
  { account }: Caller,
  id: string,
  context: RequestContext,
): Promise<boolean> {
  return auditedRemoval(world, context, id, (db) => removePasskey(db, account.id, id))
}

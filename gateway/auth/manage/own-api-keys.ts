import type { ApiKey } from '#shared/model/sign-in.ts'
import type { Db } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { auditedRemoval } from '../audited-change.ts'
import type { Caller } from '../caller.ts'
import { listApiKeys, revokeApiKey } from '../credentials/api-keys.ts'
import type { RequestContext } from '../request-context.ts'

export function listOwnApiKeys(world: World, { account }: Caller): Promise<ApiKey[]> {
  return listApiKeys(world.db, account.id)
}

/** False where the account has no such key, or it was revoked before. */
export function revokeOwnApiKey(
  world: World,
  { account }: Caller,
  id: string,
  context: RequestContext,
): Promise<boolean> {
  const revoke = (db: Db) => revokeApiKey(db, world.keys, account.id, id, world.clock.now())
  return auditedRemoval(world, context, id, revoke)
}

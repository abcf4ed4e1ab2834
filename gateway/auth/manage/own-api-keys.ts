import type { ApiKey } from '#shared/model/sign-in.ts'
import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import type { Caller } from '../caller.ts'
import { listApiKeys, revokeApiKey } from '../credentials/api-keys.ts'

export function listOwnApiKeys(world: World, { account }: Caller): Promise<ApiKey[]> {
  return listApiKeys(world.db, account.id)
}

/** False where the account has no such key, or it was revoked before. */
export function revokeOwnApiKey(world: World, { account }: Caller, id: string): Promise<boolean> {
  return atomically(world.db, (db) => revokeApiKey(db, world.keys, account.id, id, world.clock.now()))
}

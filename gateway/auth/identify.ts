import { Refusal } from '#shared/refusals.ts'
import { findAccount } from '../accounts/store.ts'
import type { SessionToken } from '../crypto/token.ts'
import type { World } from '../world/world.ts'
import { requireEnabled } from './authorize.ts'
import type { Caller } from './caller.ts'
import { findApiKey, looksLikeApiKey } from './credentials/api-keys.ts'
import { findSession } from './credentials/sessions.ts'

/** Who is calling. An API key wins over a session cookie, also when the key is bad. */
export async function identify(
  world: World,
  authorization: string | undefined,
  token: SessionToken | undefined,
): Promise<Caller> {
  const [, scheme, bearer = ''] = /^(Bearer)(?: +(.*))?$/i.exec(authorization ?? '') ?? []
  if (scheme !== undefined) return byApiKey(world, bearer)
  if (token !== undefined) return bySession(world, token)
  throw new Refusal('unauthenticated')
}

async function byApiKey(world: World, bearer: string): Promise<Caller> {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  const found = looksLikeApiKey(bearer) ? await findApiKey(world, bearer) : undefined
  const account = found && (await findAccount(world.db, world.keys, found.accountId))
  if (found === undefined || account === undefined) throw new Refusal('invalid_api_key', { headers })
  requireEnabled(account)
  return { account, credential: found.credential, extensionOrigin: null }
}

async function bySession(world: World, token: SessionToken): Promise<Caller> {
  const found = await findSession(world, token)
  const account = found && (await findAccount(world.db, world.keys, found.accountId))
  if (found === undefined || account === undefined) throw new Refusal('invalid_session')
  requireEnabled(account)
  return { account, credential: found.credential, extensionOrigin: found.extensionOrigin }
}

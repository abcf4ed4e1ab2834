import { Refusal } from '#shared/refusals.ts'
import { findAccount } from '../accounts/store.ts'
import { looksLikeApiKey } from '../crypto/token.ts'
import type { World } from '../world.ts'
import { findApiKey } from './api-keys.ts'
import type { Caller } from './caller.ts'

/**
 * Who is calling. An API key wins over a session cookie, also when the key is bad.
 * Sessions have their place here, after the key.
 */
export async function identify(world: World, authorization: string | undefined): Promise<Caller> {
  const bearer = /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1]
  if (bearer === undefined) throw new Refusal('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })
  const found = looksLikeApiKey(bearer) ? await findApiKey(world, bearer) : undefined
  if (found === undefined) {
    throw new Refusal('invalid_api_key', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
  }
  const account = await findAccount(world.db, found.accountId)
  if (account === undefined) throw new Refusal('invalid_api_key')
  if (account.disabled) throw new Refusal('account_disabled')
  return { account, credential: found.credential }
}

import type { Credential } from '#shared/model/user.ts'
import { Refusal } from '#shared/refusal.ts'
import { findAccount } from '../accounts/store.ts'
import type { SessionToken } from '../crypto/token.ts'
import type { ApiKeyRow, SessionRow } from '../db/schema/sign-in-rows.ts'
import type { World } from '../world/world.ts'
import { requireEnabled } from './authorize.ts'
import type { Caller } from './caller.ts'
import { apiKeyIn, findApiKey, findHeldApiKey, looksLikeApiKey } from './credentials/api-keys.ts'
import { findHeldSession, findSession, sessionIn } from './credentials/sessions.ts'

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
  const row = looksLikeApiKey(bearer) ? await findApiKey(world, bearer) : undefined
  const caller = row && (await callerOf(world, row, () => byKey(row)))
  if (caller === undefined) {
    throw new Refusal('invalid_api_key', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
  }
  return caller
}

async function bySession(world: World, token: SessionToken): Promise<Caller> {
  const row = await findSession(world, token)
  const caller = row && (await callerOf(world, row, () => inSession(row)))
  if (caller === undefined) throw new Refusal('invalid_session')
  return caller
}

/** In one browser a session takes the place of another: a page that names its account does nothing in one of another account. */
export function requireAccount({ account, credential }: Caller, named: string | undefined): void {
  if (named === undefined || credential.type !== 'session' || account.id === named) return
  throw new Refusal('invalid_session', { message: 'This session is of another account. Sign in again.' })
}

/** Who has made a request that is carried out later: undefined where that credential holds no longer. */
export async function callerNamed(
  world: World,
  { type, id }: Pick<Credential, 'type' | 'id'>,
): Promise<Caller | undefined> {
  try {
    if (type === 'api_key') {
      const row = await findHeldApiKey(world, id)
      return row && (await callerOf(world, row, () => byKey(row)))
    }
    const row = await findHeldSession(world, id)
    return row && (await callerOf(world, row, () => inSession(row)))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_disabled') return undefined
    throw error
  }
}

const byKey = (row: ApiKeyRow) => ({ credential: apiKeyIn(row), extensionOrigin: null, policy: row.policy })

const inSession = (row: SessionRow) => ({
  credential: sessionIn(row),
  extensionOrigin: row.extensionOrigin,
  policy: null,
})

/** By the row of the credential: while that is the same object there was no commit (`db/reader.ts`), and its account is the same too. */
const callers = new WeakMap<object, Caller>()

/** Undefined where the account is gone; throws `account_disabled`. */
async function callerOf(
  world: World,
  row: ApiKeyRow | SessionRow,
  read: () => Omit<Caller, 'account'>,
): Promise<Caller | undefined> {
  const known = callers.get(row)
  if (known !== undefined) return known
  const account = await findAccount(world.db, world.keys, row.accountId)
  if (account === undefined) return undefined
  requireEnabled(account)
  const caller = frozen({ account, ...read() })
  callers.set(row, caller)
  return caller
}

/** One object serves every request of a credential. */
function frozen(caller: Caller): Caller {
  const { account, credential } = caller
  for (const part of [account, credential, ...Object.values(credential)]) Object.freeze(part)
  return Object.freeze(caller)
}

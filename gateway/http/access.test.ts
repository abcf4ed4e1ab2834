import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { changeAccount, setDisabled } from '../accounts/store.ts'
import { revokeApiKey } from '../auth/credentials/api-keys.ts'
import { createTester, type Tester } from '../testing/test-world.ts'
import { all, ask, cookieOf, type Headers, key, mine, newKey, scopes, setUpAccess, world } from './access-fixture.ts'

setUpAccess()

/** What a request is refused with before it is even read, or `through`. */
type Expected = (endpoint: Endpoint) => string

async function accountWith(column: 'mustChangePassword' | 'disabledAt'): Promise<Tester> {
  const tester = await createTester(world, {}, mine.app)
  await changeAccount(world.db, world.keys, tester.accountId, () => ({ [column]: 1 }))
  return tester
}

const keyMay = ({ access }: Endpoint) => (access === 'session' ? 'session_required' : 'through')
const unlessOpen =
  (code: string): Expected =>
  ({ access }) =>
    access === 'none' ? 'through' : code

/** A policy of a wallet, and what waits for a person without a passkey, want a fresh sign-in; the rest does not. */
const byRequest = ['/wallets/{id}', '/transactions/{id}/approve']

const callers: [string, () => Promise<Headers>, Expected][] = [
  ['no credential', async () => ({}), unlessOpen('unauthenticated')],
  ['a bad key', async () => key(`sotto_sk_${'x'.repeat(43)}`), unlessOpen('invalid_api_key')],
  [
    'a revoked key',
    async () => {
      const { id, headers } = await newKey(mine)
      await revokeApiKey(world.db, world.keys, mine.accountId, id, world.clock.now())
      return headers
    },
    unlessOpen('invalid_api_key'),
  ],
  [
    'an expired key',
    async () => (await newKey(mine, { expiresAt: world.clock.now() })).headers,
    unlessOpen('invalid_api_key'),
  ],
  ...scopes.map((scope): [string, () => Promise<Headers>, Expected] => [
    `a key without the scope ${scope}`,
    async () => (await newKey(mine, { scopes: scopes.filter((other) => other !== scope) })).headers,
    (endpoint) => (endpoint.access === scope ? 'insufficient_scope' : keyMay(endpoint)),
  ]),
  ['a key with every scope', async () => (await newKey(mine)).headers, keyMay],
  ['a bad session', async () => ({ cookie: 'sotto_session=x' }), unlessOpen('invalid_session')],
  ['a session', () => cookieOf(mine), () => 'through'],
  [
    'a stale session',
    async () => {
      const headers = await cookieOf(mine)
      world.clock.pass(10 * 60_000)
      return headers
    },
    ({ recent, refusals, path }) =>
      recent || (refusals.includes('reauthentication_required') && !byRequest.includes(path))
        ? 'reauthentication_required'
        : 'through',
  ],
  [
    'a session that needs a new password',
    async () => cookieOf(await accountWith('mustChangePassword')),
    ({ access, beforePasswordChange }) =>
      access === 'none' || beforePasswordChange ? 'through' : 'password_change_required',
  ],
  [
    'a key of an account that needs a new password',
    async () => key((await accountWith('mustChangePassword')).apiKey),
    keyMay,
  ],
  [
    'a key of a disabled account',
    async () => key((await accountWith('disabledAt')).apiKey),
    unlessOpen('account_disabled'),
  ],
  [
    'a session of a disabled account',
    async () => {
      const tester = await createTester(world, {}, mine.app)
      const headers = await cookieOf(tester)
      await setDisabled(world.db, world.keys, tester.accountId, world.clock.now())
      return headers
    },
    unlessOpen('account_disabled'),
  ],
  [
    'a session, from another origin',
    async () => ({ ...(await cookieOf(mine)), origin: 'https://evil.example' }),
    ({ access, method, login }) =>
      login !== undefined || (access !== 'none' && method !== 'GET') ? 'cross_site_request' : 'through',
  ],
]

const gates = [...callers].flatMap(([, , expected]) => all.map(([, endpoint]) => expected(endpoint)))

describe.each(callers)('%s', (_, headersOf, expected) => {
  test.each(all)('at %s', async (_, endpoint) => {
    const { code } = await ask(endpoint, await headersOf())
    const wanted = expected(endpoint)
    if (wanted === 'through') expect(gates).not.toContain(code)
    else expect(code).toBe(wanted)
  })
})

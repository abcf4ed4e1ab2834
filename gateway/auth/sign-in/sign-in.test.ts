import { createHook } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { HASH_OF_NO_PASSWORD } from '../../crypto/password.ts'
import { passwordCost } from '../../crypto/password-cost.ts'
import { operatorWallet } from '../../payments/operator-wallet.ts'
import { createTester, PASSWORD } from '../../testing/test-world.ts'
import { createVisitor, signedIn } from '../../testing/visitor.ts'
import { disableAccount } from '../manage/manage-account.ts'
import { begin, login, setUpEach, tester, visitor, world } from './sign-in-fixture.ts'

setUpEach()

const cost = { algorithm: 2, ...passwordCost }

test('a password opens a session of 24 hours, in a cookie that no script reads', async () => {
  const me = visitor()
  const answer = await me.ask('POST', '/auth/login', { email: tester.email.toUpperCase(), password: PASSWORD })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^sotto_session=[\w-]{43}; Max-Age=86400; Path=\/api\/v1; HttpOnly; SameSite=Lax$/,
  )
  expect(await answer.json()).toMatchObject({
    data: {
      user: { email: tester.email, lastLoginAt: '2026-01-01T00:00:00.000Z' },
      session: { expiresAt: '2026-01-02T00:00:00.000Z' },
    },
  })
  expect((await me.tell('GET', '/auth/session')).data).toMatchObject({
    credential: { type: 'session', expiresAt: '2026-01-02T00:00:00.000Z', signedInAt: '2026-01-01T00:00:00.000Z' },
  })
  world.clock.pass(24 * 3_600_000 - 1)
  expect((await me.tell('GET', '/me')).code).toBe('ok')
  world.clock.pass(1)
  expect((await me.tell('GET', '/me')).code).toBe('invalid_session')
})

test('behind HTTPS the cookie is Secure', async () => {
  await begin({ SOTTO_PUBLIC_URL: 'https://pay.example' })
  const answer = await visitor().ask(
    'POST',
    '/auth/login',
    { email: tester.email, password: PASSWORD },
    { host: 'pay.example', origin: 'https://pay.example' },
  )
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure;/)
})

/** How often a password is compared with a hash meanwhile, by the kind of work that this gives to another thread. */
async function comparisonsIn(work: () => Promise<unknown>): Promise<number> {
  const phc = await hash('one', cost)
  const kinds: string[] = []
  const hook = createHook({ init: (_id, kind) => void kinds.push(kind) }).enable()
  try {
    const comparison = verify(phc, 'another')
    const [kind] = kinds.splice(0).filter((each) => each !== 'PROMISE')
    await comparison
    kinds.length = 0
    await work()
    expect(kind).toBeDefined()
    return kinds.filter((each) => each === kind).length
  } finally {
    hook.disable()
  }
}

test('an unknown e-mail and a wrong password answer the same, after the same work', async () => {
  const bodies: string[] = []
  for (const email of [tester.email, 'nobody@example.org']) {
    const comparisons = await comparisonsIn(async () => {
      const answer = await visitor().ask('POST', '/auth/login', { email, password: 'wrong but long enough' })
      expect(answer.status).toBe(401)
      bodies.push(await answer.text())
    })
    expect(comparisons).toBe(1)
  }
  expect(bodies[1]).toBe(bodies[0])
  const costIn = (phc: string) => phc.split('$').slice(1, 4)
  expect(costIn(HASH_OF_NO_PASSWORD)).toEqual(costIn(await hash('one', cost)))
})

test("the operator's own account looks like none", async () => {
  await operatorWallet(world, world.chain.operator)
  expect((await login(visitor(), 'anything at all', 'operator@sotto.invalid')).code).toBe('invalid_credentials')
})

test('logout kills the session on the server', async () => {
  const me = await signedIn(tester)
  const stolen = createVisitor(tester.app, me.cookie)
  expect((await me.tell('POST', '/auth/logout')).code).toBe('ok')
  expect(me.cookie).toBe('')
  expect((await stolen.tell('GET', '/me')).code).toBe('invalid_session')
})

test('signing in again in the same browser ends its former session', async () => {
  const me = await signedIn(tester)
  const former = createVisitor(tester.app, me.cookie)
  await login(me)
  expect((await former.tell('GET', '/me')).code).toBe('invalid_session')
  expect((await me.tell('GET', '/me/sessions')).data.sessions).toHaveLength(1)
})

test.each([
  ['good', 'ok', 200],
  ['bad', 'invalid_api_key', 401],
])('a %s API key wins over a good cookie', async (kind, code, status) => {
  const me = await signedIn(tester)
  const authorization = `Bearer ${kind === 'good' ? tester.apiKey : 'sotto_sk_nonsense'}`
  expect(await me.tell('GET', '/auth/session', undefined, { authorization })).toMatchObject({ status, code })
  const bare = await me.tell('GET', '/me', undefined, { authorization: 'Bearer' })
  expect(bare.code).toBe('invalid_api_key')
})

test('last seen is written at most once a minute', async () => {
  const me = await signedIn(tester)
  const seen = async () =>
    ((await me.tell('GET', '/me/sessions')).data.sessions as { lastSeenAt: string }[])[0]?.lastSeenAt
  world.clock.pass(59_999)
  expect(await seen()).toBe('2026-01-01T00:00:00.000Z')
  world.clock.pass(1)
  expect(await seen()).toBe('2026-01-01T00:01:00.000Z')
})

test('a disabled account: its sessions are refused by name, the right password says why, the wrong one does not', async () => {
  const me = await signedIn(tester)
  await disableAccount({ ...world, db: world.db as never }, tester.accountId)
  expect((await me.tell('GET', '/me')).code).toBe('account_disabled')
  expect((await login(visitor())).code).toBe('account_disabled')
  expect((await login(visitor(), 'wrong but long enough')).code).toBe('invalid_credentials')
})

test('a session does nothing for a page that takes it for another account’s; a key and a sign-in are none', async () => {
  const me = await signedIn(tester)
  const { accountId } = await createTester(world, {}, tester.app)
  const other = { 'sotto-account': accountId }
  for (const [method, path, body] of [
    ['POST', '/api-keys', { label: 'x' }],
    ['POST', '/auth/logout', undefined],
    ['GET', '/auth/session', undefined],
  ] as const) {
    expect((await me.tell(method, path, body, other)).code).toBe('invalid_session')
  }
  expect((await me.tell('GET', '/me', undefined, { 'sotto-account': tester.accountId })).code).toBe('ok')
  expect((await tester.ask('GET', '/me', undefined, other)).status).toBe(200)
  const entered = await me.tell('POST', '/auth/login', { email: tester.email, password: PASSWORD }, other)
  expect(entered.code).toBe('ok')
})

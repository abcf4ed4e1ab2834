import { generateSync } from 'otplib'
import { beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { operatorWallet } from '../../payments/operator-wallet.ts'
import { onPostgres } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, signedIn, type Visitor } from '../../testing/visitor.ts'
import { disableAccount } from '../manage/manage-account.ts'

let world: TestWorld
let tester: Tester

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_LOGINS: '1000', SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
})

const visitor = () => createVisitor(tester.app)
const login = (who: Visitor, password = PASSWORD, email = tester.email) =>
  who.tell('POST', '/auth/login', { email, password })

const codeAt = (secret: string, offset = 0) =>
  generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) + offset })

/** Switches TOTP on; the step of the confirming code is used up. */
async function withTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const me = await signedIn(tester)
  const { data } = await me.tell('POST', '/me/totp', { password: PASSWORD })
  const secret = String(data.secret)
  expect(data.uri).toMatch(/^otpauth:\/\/totp\/Sotto:/)
  const confirmed = await me.tell('POST', '/me/totp/confirm', { code: codeAt(secret) })
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.data.recoveryCodes as string[] }
}

async function challenge(who: Visitor): Promise<string> {
  const { data } = await login(who)
  const { id, type } = data.challenge as { id: string; type: string }
  expect(type).toBe('totp')
  expect(who.cookie).toBe('')
  return id
}

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
  world = await createTestWorld({ SOTTO_PUBLIC_URL: 'https://pay.example' })
  tester = await createTester(world)
  const answer = await visitor().ask(
    'POST',
    '/auth/login',
    { email: tester.email, password: PASSWORD },
    { host: 'pay.example', origin: 'https://pay.example' },
  )
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure;/)
})

// Times say nothing where a server across a socket takes most of them.
test.skipIf(onPostgres)('an unknown e-mail and a wrong password answer the same, after the same work', async () => {
  const timed = async (email: string) => {
    const begun = performance.now()
    const answer = await visitor().ask('POST', '/auth/login', { email, password: 'wrong but long enough' })
    return { ms: performance.now() - begun, status: answer.status, body: await answer.text() }
  }
  await timed(tester.email)
  const rounds: { ms: number; status: number; body: string }[][] = []
  for (let round = 0; round < 5; round++) rounds.push([await timed(tester.email), await timed('nobody@example.org')])
  for (const [wrong, unknown] of rounds) {
    expect(unknown?.status).toBe(401)
    expect(unknown?.body).toBe(wrong?.body)
  }
  const best = (index: number) => Math.min(...rounds.map((round) => round[index]?.ms ?? 0))
  expect(best(1)).toBeGreaterThan(best(0) / 2)
  expect(best(1)).toBeLessThan(best(0) * 2)
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

test('with TOTP on, the password earns a challenge; the code opens the session', async () => {
  const { secret } = await withTotp()
  world.clock.pass(30_000)
  const me = visitor()
  const challengeId = await challenge(me)
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).data).toMatchObject({
    user: { totpEnabled: true },
    session: {},
  })
  expect((await me.tell('GET', '/me')).code).toBe('ok')
})

test('a code is accepted once, and none two steps old', async () => {
  const { secret } = await withTotp()
  world.clock.pass(90_000)
  const code = codeAt(secret)
  const first = visitor()
  expect((await first.tell('POST', '/auth/totp', { challengeId: await challenge(first), code })).status).toBe(200)
  const second = visitor()
  const challengeId = await challenge(second)
  expect(await second.tell('POST', '/auth/totp', { challengeId, code })).toMatchObject({
    status: 401,
    code: 'invalid_totp',
  })
  const before = codeAt(secret, -30)
  expect((await second.tell('POST', '/auth/totp', { challengeId, code: before })).code).toBe('invalid_totp')
  const old = codeAt(secret, 30)
  world.clock.pass(90_000)
  expect((await second.tell('POST', '/auth/totp', { challengeId, code: old })).code).toBe('invalid_totp')
  expect((await second.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).code).toBe('ok')
})

test('the same code sent twenty times at once opens one session', async () => {
  const { secret } = await withTotp()
  world.clock.pass(60_000)
  const visitors = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const who = visitor()
      return { who, challengeId: await challenge(who) }
    }),
  )
  const code = codeAt(secret)
  const answers = await Promise.all(
    visitors.map(({ who, challengeId }) => who.tell('POST', '/auth/totp', { challengeId, code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a recovery code works once, however it is typed', async () => {
  const { recoveryCodes } = await withTotp()
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [typed = ''] = recoveryCodes
  const code = ` ${typed.toUpperCase().replace('-', '')} `
  const first = visitor()
  expect((await first.tell('POST', '/auth/totp', { challengeId: await challenge(first), code })).code).toBe('ok')
  const second = visitor()
  expect((await second.tell('POST', '/auth/totp', { challengeId: await challenge(second), code: typed })).code).toBe(
    'invalid_totp',
  )
})

test("another account's recovery code is worth nothing", async () => {
  await withTotp()
  const mine = tester
  tester = await createTester(world, {}, mine.app)
  const { recoveryCodes } = await withTotp()
  tester = mine
  const me = visitor()
  const code = recoveryCodes[0]
  expect((await me.tell('POST', '/auth/totp', { challengeId: await challenge(me), code })).code).toBe('invalid_totp')
})

test('five wrong codes end a challenge, also all at once', async () => {
  const { secret } = await withTotp()
  world.clock.pass(30_000)
  const right = codeAt(secret)
  const wrong = right === '000000' ? '111111' : '000000'
  const me = visitor()
  const challengeId = await challenge(me)
  const guess = () => me.tell('POST', '/auth/totp', { challengeId, code: wrong })
  expect((await Promise.all(Array.from({ length: 5 }, guess))).map(({ code }) => code)).toEqual(
    Array(5).fill('invalid_totp'),
  )
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: right })).code).toBe('invalid_totp')
  expect((await me.tell('POST', '/auth/totp', { challengeId: await challenge(me), code: right })).code).toBe('ok')
})

test('a challenge lasts five minutes and serves once', async () => {
  const { secret } = await withTotp()
  const me = visitor()
  const late = await challenge(me)
  world.clock.pass(5 * 60_000)
  expect((await me.tell('POST', '/auth/totp', { challengeId: late, code: codeAt(secret) })).code).toBe('invalid_totp')
  const challengeId = await challenge(me)
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).code).toBe('ok')
  world.clock.pass(30_000)
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).code).toBe('invalid_totp')
})

test('a disabled account: its sessions are refused by name, the right password says why, the wrong one does not', async () => {
  const me = await signedIn(tester)
  await disableAccount({ ...world, db: world.db as never }, tester.accountId)
  expect((await me.tell('GET', '/me')).code).toBe('account_disabled')
  expect((await login(visitor())).code).toBe('account_disabled')
  expect((await login(visitor(), 'wrong but long enough')).code).toBe('invalid_credentials')
})

test('the eleventh attempt in a quarter of an hour is refused, also after a restart, over all steps together', async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  const me = visitor()
  for (let attempt = 0; attempt < 8; attempt++) {
    expect((await login(me, 'wrong but long enough')).code).toBe('invalid_credentials')
    world.clock.pass(1_000)
  }
  expect((await me.tell('POST', '/auth/totp', { challengeId: 'x', code: '123456' })).code).toBe('invalid_totp')
  const response = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } }
  expect((await me.tell('POST', '/auth/passkey', { challengeId: 'x', response })).code).toBe('invalid_passkey')
  const refused = await login(me)
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refused.headers.get('retry-after')).toBe('892')
  tester = { ...tester, app: createApp(world) }
  expect((await login(visitor())).status).toBe(429)
  world.clock.pass(891_999)
  expect((await login(visitor())).status).toBe(429)
  world.clock.pass(1)
  expect((await login(visitor())).code).toBe('ok')
  expect((await login(visitor())).status).toBe(429)
})

test('a hundred attempts at once: ten are looked at', async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => visitor().tell('POST', '/auth/totp', { challengeId: 'x', code: '123456' })),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
})

test('X-Forwarded-For counts only from a configured proxy', async () => {
  const attempt = (address: string) =>
    visitor().tell('POST', '/auth/totp', { challengeId: 'x', code: '1' }, { 'x-forwarded-for': address })
  for (const [proxies, eleventh] of [
    ['', 429],
    ['127.0.0.1', 401],
  ] as const) {
    world = await createTestWorld({ SOTTO_TRUSTED_PROXIES: proxies })
    tester = await createTester(world)
    for (let attempts = 0; attempts < 10; attempts++) await attempt(`203.0.113.${attempts}`)
    expect((await attempt('203.0.113.99')).status).toBe(eleventh)
  }
})

test('what is refused for its origin or media type does not use up attempts', async () => {
  world = await createTestWorld({ SOTTO_LIMIT_LOGINS: '1' })
  tester = await createTester(world)
  const me = visitor()
  const body = { email: tester.email, password: PASSWORD }
  expect((await me.tell('POST', '/auth/login', body, { origin: 'https://evil.example' })).code).toBe(
    'cross_site_request',
  )
  expect((await me.tell('POST', '/auth/login', body, { 'content-type': 'text/plain' })).code).toBe(
    'unsupported_media_type',
  )
  expect((await login(me)).code).toBe('ok')
})

test('at most a few passwords are hashed at a time, and past a queue the gateway says so', async () => {
  const { boundedQueue } = await import('../../crypto/bounded-queue.ts')
  const gate = boundedQueue(2, 3)
  let running = 0
  let most = 0
  const work = vi.fn(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => gate(work)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(work).toHaveBeenCalledTimes(5)
  expect(most).toBe(2)
  await gate(work)
  expect(work).toHaveBeenCalledTimes(6)
})

import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { createTester, PASSWORD } from '../../testing/test-world.ts'
import { signedIn, type Visitor } from '../../testing/visitor.ts'
import { begin, goOnAs, login, setUpEach, tester, visitor, world } from './sign-in-fixture.ts'

setUpEach()

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

async function failureAt(who: Visitor, challengeId: string, code: string) {
  const answer = await who.ask('POST', '/auth/totp', { challengeId, code })
  return ((await answer.json()) as { error: { code: string; details?: unknown } }).error
}

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
  goOnAs(await createTester(world, {}, mine.app))
  const { recoveryCodes } = await withTotp()
  goOnAs(mine)
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
  expect(await failureAt(me, challengeId, right)).toMatchObject({ code: 'invalid_totp', details: { ended: true } })
  const again = await challenge(me)
  expect(await failureAt(me, again, wrong)).not.toHaveProperty('details')
  expect((await me.tell('POST', '/auth/totp', { challengeId: again, code: right })).code).toBe('ok')
})

test('a challenge lasts five minutes and serves once', async () => {
  const { secret } = await withTotp()
  const me = visitor()
  const late = await challenge(me)
  world.clock.pass(5 * 60_000)
  expect(await failureAt(me, late, codeAt(secret))).toMatchObject({ code: 'invalid_totp', details: { ended: true } })
  const challengeId = await challenge(me)
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).code).toBe('ok')
  world.clock.pass(30_000)
  expect((await me.tell('POST', '/auth/totp', { challengeId, code: codeAt(secret) })).code).toBe('invalid_totp')
})

test('with the password, from however many networks, ten codes are tried in a quarter of an hour', async () => {
  await begin({ SOTTO_LIMIT_LOGINS: '10', SOTTO_TRUSTED_PROXIES: '127.0.0.1' })
  const { secret, recoveryCodes } = await withTotp()
  const other = await createTester(world, {}, tester.app)
  let networks = 0
  /** A sign-in from a network of its own. */
  const trying = async (code: string) => {
    const [who, headers] = [visitor(), { 'x-forwarded-for': `198.51.100.${networks++}` }]
    const password = { email: tester.email, password: PASSWORD }
    const { data } = await who.tell('POST', '/auth/login', password, headers)
    const challengeId = (data.challenge as { id: string }).id
    return who.ask('POST', '/auth/totp', { challengeId, code }, headers)
  }
  const codeOf = async (answer: Response) => ((await answer.json()) as { error?: { code: string } }).error?.code ?? 'ok'

  for (let guesses = 0; guesses < 10; guesses++) expect(await codeOf(await trying('000 000'))).toBe('invalid_totp')
  const refused = await trying(codeAt(secret, 30))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'rate_limited',
      message: 'Too many attempts to sign in. Try again in 15 min, or use a recovery code or a passkey.',
    },
  })
  // The owner has another way in meanwhile, and no other account has to wait.
  expect(await codeOf(await trying(recoveryCodes[0] ?? ''))).toBe('ok')
  expect(await codeOf(await trying('wrong-wrong'))).toBe('invalid_totp')
  const mine = tester
  goOnAs(other)
  await withTotp()
  expect(await codeOf(await trying('000000'))).toBe('invalid_totp')
  goOnAs(mine)

  world.clock.pass(15 * 60_000)
  for (let wrong = 0; wrong < 9; wrong++) expect(await codeOf(await trying('000000'))).toBe('invalid_totp')
  expect(await codeOf(await trying(codeAt(secret)))).toBe('ok')
  expect(await codeOf(await trying('000000'))).toBe('invalid_totp')
})

test('codes that are refused since the account took too many spend no attempt: a recovery code ends the same sign-in', async () => {
  await begin({ SOTTO_LIMIT_LOGINS: '10', SOTTO_TRUSTED_PROXIES: '127.0.0.1' })
  const { secret, recoveryCodes } = await withTotp()
  let networks = 0
  const tell = async (path: string, body: object) => {
    const headers = { 'x-forwarded-for': `198.51.100.${networks++}` }
    return visitor().tell('POST', path, body, headers)
  }
  const password = { email: tester.email, password: PASSWORD }
  const signIn = async () => ((await tell('/auth/login', password)).data.challenge as { id: string }).id
  for (let guesses = 0; guesses < 10; guesses++)
    expect((await tell('/auth/totp', { challengeId: await signIn(), code: '000000' })).code).toBe('invalid_totp')
  const challengeId = await signIn()
  for (let times = 0; times < 5; times++)
    expect((await tell('/auth/totp', { challengeId, code: codeAt(secret, 30) })).status).toBe(429)
  expect((await tell('/auth/totp', { challengeId, code: recoveryCodes[0] })).code).toBe('ok')
})

test('a sign-in that has ended counts no code for its account', async () => {
  await begin({ SOTTO_LIMIT_LOGINS: '10', SOTTO_TRUSTED_PROXIES: '127.0.0.1' })
  await withTotp()
  const challengeId = await challenge(visitor())
  for (let times = 0; times < 8; times++) {
    const headers = { 'x-forwarded-for': `198.51.100.${times}` }
    await visitor().tell('POST', '/auth/totp', { challengeId, code: '000000' }, headers)
  }
  const counted = world.db.selectFrom('loginAttempts').select('id').where('who', 'like', 'account:%')
  expect(await counted.execute()).toHaveLength(5)
})

test('the audit log says that a recovery code was used, wherever a code is asked for', async () => {
  const { recoveryCodes } = await withTotp()
  const me = visitor()
  const use = async (path: string, body: object) => (await me.tell('POST', path, body)).code
  const log = async () => {
    const { data } = await me.tell('GET', '/me/events')
    const items = data.items as { type: string; outcome: string; address: string | null; credential: unknown }[]
    return items.filter(({ type }) => type === 'recovery_code.used')
  }
  const [first = '', second = '', third = ''] = recoveryCodes
  expect(await use('/auth/totp', { challengeId: await challenge(me), code: first })).toBe('ok')
  expect(await log()).toMatchObject([{ outcome: 'ok', address: '127.0.0.1', credential: null }])
  expect(await use('/me/totp/disable', { password: PASSWORD, code: 'wrong-wrong' })).toBe('invalid_totp')
  expect(await log()).toHaveLength(1)
  expect(await use('/me/totp/recovery-codes', { code: second })).toBe('ok')
  const { data } = await me.tell('GET', '/me/sessions')
  const id = (data.sessions as { id: string; current: boolean }[]).find(({ current }) => current)?.id
  expect((await log())[0]).toMatchObject({ address: '127.0.0.1', credential: { type: 'session', id } })
  expect(await use('/me/totp/disable', { password: PASSWORD, code: third })).toBe('invalid_totp')
  expect(await log()).toHaveLength(2)
})

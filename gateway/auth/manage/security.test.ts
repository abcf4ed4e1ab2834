import { generateSync } from 'otplib'
import { beforeEach, expect, test } from 'vitest'
import { verifyEvents } from '../../audit/verify.ts'
import { onPostgres } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, inSession, signedIn, type Visitor } from '../../testing/visitor.ts'
import { acceptTotp, confirmTotp, enrolTotp } from '../credentials/totp.ts'

let world: TestWorld
let tester: Tester
let me: Visitor

const NEW = 'a lake in the rain'

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_LOGINS: '1000', SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
  me = await inSession(world, tester)
})

const login = (password: string) =>
  createVisitor(tester.app).tell('POST', '/auth/login', { email: tester.email, password })
const codeAt = (secret: unknown) =>
  generateSync({ secret: String(secret), epoch: Math.floor(world.clock.now() / 1000) })

test('changing the password ends every other session, and the old password', async () => {
  const elsewhere = await inSession(world, tester)
  const changed = await me.tell('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW })
  expect(changed).toMatchObject({ status: 200, data: { user: { mustChangePassword: false } } })
  expect((await elsewhere.tell('GET', '/me')).code).toBe('invalid_session')
  expect((await me.tell('GET', '/me')).code).toBe('ok')
  expect((await login(PASSWORD)).code).toBe('invalid_credentials')
  expect((await login(NEW)).code).toBe('ok')
})

test.each([
  ['the wrong current one', { currentPassword: 'nonsense nonsense' }, 'invalid_credentials', undefined],
  ['a short one', { newPassword: 'eleven long' }, 'validation_error', 'newPassword'],
  ['a very long one', { newPassword: 'x1'.repeat(101) }, 'validation_error', 'newPassword'],
  ['a common one', { newPassword: '1q2w3e4r5t6y' }, 'validation_error', 'newPassword'],
  ['the one in use', { newPassword: PASSWORD }, 'validation_error', 'newPassword'],
])('a change of password with %s is refused', async (_, change, code, path) => {
  const answer = await me.ask('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW, ...change })
  const { error } = (await answer.json()) as { error: { code: string; details?: { path: string }[] } }
  expect(error.code).toBe(code)
  expect(error.details?.[0]?.path).toBe(path)
  expect((await login(PASSWORD)).code).toBe('ok')
})

test('a given-out password must be changed before anything else', async () => {
  await world.db.updateTable('accounts').set({ mustChangePassword: 1 }).where('id', '=', tester.accountId).execute()
  expect((await me.tell('GET', '/auth/session')).data).toMatchObject({ user: { mustChangePassword: true } })
  expect((await me.tell('GET', '/wallets')).code).toBe('password_change_required')
  expect((await tester.ask('GET', '/wallets')).status).toBe(200)
  await me.tell('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW })
  expect((await me.tell('GET', '/wallets')).code).toBe('ok')
})

test('a stolen session is no way to guess the password', async () => {
  world.config.SOTTO_LIMIT_LOGINS = 10
  const guess = () => me.tell('POST', '/me/password', { currentPassword: 'nonsense nonsense', newPassword: NEW })
  for (let wrong = 0; wrong < 10; wrong++) expect((await guess()).code).toBe('invalid_credentials')
  const refused = await guess()
  expect(refused.code).toBe('rate_limited')
  expect(refused.headers.get('retry-after')).toBe('900')
  expect((await me.tell('POST', '/me/totp', { password: PASSWORD })).code).toBe('rate_limited')
})

test('an enrolment counts for nothing until it is confirmed, and a newer one replaces it', async () => {
  const first = await me.tell('POST', '/me/totp', { password: PASSWORD })
  expect((await login(PASSWORD)).data).toHaveProperty('session')
  const second = await me.tell('POST', '/me/totp', { password: PASSWORD })
  expect(second.data.secret).not.toBe(first.data.secret)
  const stale = codeAt(first.data.secret)
  if (stale !== codeAt(second.data.secret)) {
    expect((await me.tell('POST', '/me/totp/confirm', { code: stale })).code).toBe('invalid_totp')
  }
  expect((await me.tell('POST', '/me/totp/confirm', { code: codeAt(second.data.secret) })).code).toBe('ok')
  expect((await login(PASSWORD)).data).toHaveProperty('challenge')
  expect((await me.tell('POST', '/me/totp', { password: PASSWORD })).code).toBe('totp_already_enabled')
})

test('the code of one enrolment does not confirm another that began since', async () => {
  const [account, { db, keys }] = [{ id: tester.accountId, email: tester.email }, world]
  const first = await enrolTotp(world, account)
  expect(await acceptTotp(world, account.id, codeAt(first.secret))).toBe(true)
  const second = await enrolTotp(world, account)
  expect(await confirmTotp(db, keys, account.id, world.clock.now())).toBe(false)
  const row = db.selectFrom('accounts').select('totpConfirmedAt').where('id', '=', account.id)
  expect((await row.executeTakeFirstOrThrow()).totpConfirmedAt).toBeNull()
  expect(await acceptTotp(world, account.id, codeAt(second.secret))).toBe(true)
  expect(await confirmTotp(db, keys, account.id, world.clock.now())).toBe(true)
})

test('TOTP can be renewed and switched off by anyone who has password and code, however old the sign-in', async () => {
  expect((await me.tell('POST', '/me/totp', { password: 'nonsense nonsense' })).code).toBe('invalid_credentials')
  expect((await me.tell('POST', '/me/totp/confirm', { code: '123456' })).code).toBe('validation_error')
  const { secret } = (await me.tell('POST', '/me/totp', { password: PASSWORD })).data
  const old = (await me.tell('POST', '/me/totp/confirm', { code: codeAt(secret) })).data.recoveryCodes as string[]
  world.clock.pass(30_000)
  const renewed = await me.tell('POST', '/me/totp/recovery-codes', { code: codeAt(secret) })
  expect(renewed.data.recoveryCodes).toHaveLength(10)
  const [fresh] = renewed.data.recoveryCodes as string[]
  // A fresh sign-in would spend the code.
  world.clock.pass(10 * 60_000)
  expect((await me.tell('POST', '/me/totp/disable', { password: PASSWORD, code: old[0] })).code).toBe('invalid_totp')
  const off = await me.tell('POST', '/me/totp/disable', { password: PASSWORD, code: fresh })
  expect(off.data).toMatchObject({ user: { totpEnabled: false } })
  expect((await login(PASSWORD)).data).toHaveProperty('session')
  expect((await me.tell('POST', '/me/totp/recovery-codes', { code: fresh })).code).toBe('validation_error')
})

test('sessions are listed and ended one by one', async () => {
  const phone = await signedIn(tester, { 'user-agent': 'a phone' })
  const { sessions } = (await me.tell('GET', '/me/sessions')).data as {
    sessions: { id: string; current: boolean; userAgent: string | null }[]
  }
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
  const other = sessions.find(({ userAgent }) => userAgent === 'a phone')
  expect((await me.tell('DELETE', `/me/sessions/${other?.id}`)).code).toBe('ok')
  expect((await phone.tell('GET', '/me')).code).toBe('invalid_session')
})

test('an API key is shown once, restricted as asked, and dead the moment it is revoked', async () => {
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  const wanted = { label: '  shop  ', scopes: ['read'], walletIds: [wallet.id], expiresAt: '2026-02-01T00:00:00Z' }
  const { data, status } = await me.tell('POST', '/api-keys', wanted)
  expect(status).toBe(201)
  const secret = String(data.secret)
  expect(secret).toMatch(/^sotto_sk_[\w-]{43}$/)
  const apiKey = data.apiKey as { id: string }
  expect(apiKey).toEqual({
    ...wanted,
    id: expect.any(String),
    label: 'shop',
    prefix: secret.slice(0, 13),
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '2026-02-01T00:00:00.000Z',
  })
  const use = () => tester.ask('GET', '/wallets', undefined, { authorization: `Bearer ${secret}` })
  expect((await use()).status).toBe(200)
  const listed = await (await me.ask('GET', '/api-keys')).text()
  expect(listed).toContain('"lastUsedAt":"2026-01-01T00:00:00.000Z"')
  expect(listed).not.toContain(secret.slice(13))
  expect((await me.tell('DELETE', `/api-keys/${apiKey.id}`)).code).toBe('ok')
  expect((await use()).status).toBe(401)
  expect((await me.tell('DELETE', `/api-keys/${apiKey.id}`)).code).toBe('not_found')
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['root'] }, 'scopes.0'],
  ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
  ['no wallet', { walletIds: [] }, 'walletIds'],
  ['an expiry in the past', { expiresAt: '2025-12-31T23:59:59Z' }, 'expiresAt'],
  ['no label', { label: '   ' }, 'label'],
  ['an unknown field', { scope: 'read' }, 'scope'],
])('an API key with %s is refused there', async (_, part, path) => {
  const answer = await me.ask('POST', '/api-keys', { label: 'x', ...part })
  expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path }] } })
})

test('last use of a key is written at most once a minute', async () => {
  const lastUsed = async () => {
    const { apiKeys } = (await me.tell('GET', '/api-keys')).data as { apiKeys: { lastUsedAt: string }[] }
    return apiKeys[0]?.lastUsedAt
  }
  await tester.ask('GET', '/me')
  world.clock.pass(59_999)
  await tester.ask('GET', '/me')
  expect(await lastUsed()).toBe('2026-01-01T00:00:00.000Z')
  world.clock.pass(1)
  await tester.ask('GET', '/me')
  expect(await lastUsed()).toBe('2026-01-01T00:01:00.000Z')
})

test('the audit log says who did what from where, to its account alone', async () => {
  const visitor = await signedIn(tester)
  await login('wrong but long enough')
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '5' })
  await tester.ask('POST', '/mint', { walletId: wallet.id, amount: '6' })
  await visitor.tell('POST', `/wallets/${wallet.id}/export`, { passphrase: 'long enough' })
  await visitor.tell('POST', '/auth/logout')
  const other = await createTester(world, {}, tester.app)
  await signedIn(other)

  const { data } = await me.tell('GET', '/me/events?pageSize=10')
  const items = data.items as Record<string, unknown>[]
  expect(data.total).toBe(6)
  const sessionId = items[0]?.credential
  expect(
    items.map(({ type, outcome, credential }) => [type, outcome, (credential as { type: string } | null)?.type]),
  ).toEqual([
    ['sign_out', 'ok', 'session'],
    ['wallet.exported', 'ok', 'session'],
    ['money.mint', 'validation_error', 'api_key'],
    ['money.fund', 'ok', 'api_key'],
    ['sign_in.password', 'invalid_credentials', undefined],
    ['sign_in.password', 'ok', undefined],
  ])
  expect(items[1]).toMatchObject({ subject: wallet.id, address: '127.0.0.1', credential: sessionId })
  expect(items.at(-1)).toMatchObject({ subject: (sessionId as { id: string }).id })
})

/** What keeps statements from the audit log, by engine. */
const guards = onPostgres ? ['events_append_only on events'] : ['events_never_update', 'events_never_delete']

test.each([
  ['altered', "update events set outcome = 'ok' where position = 2", 'altered'],
  ['taken out', 'delete from events where position = 2', 'missing'],
  ['cut off the end', 'delete from events where position = 3', 'cut off'],
  ['emptied', 'delete from events', 'cut off'],
])('an entry of the audit log that was %s shows', async (_, statement, why) => {
  for (let times = 0; times < 3; times++) {
    await login('wrong but long enough')
    // What is refused again within a minute is in the log once.
    world.clock.pass(60_000)
  }
  expect(await verifyEvents(world.db, world.keys)).toMatchObject({ is: 'whole', events: 3 })
  const { CompiledQuery } = await import('kysely')
  const run = (text: string) => world.db.executeQuery(CompiledQuery.raw(text))
  await expect(run(statement)).rejects.toThrow(/append-only/)
  for (const trigger of guards) await run(`drop trigger ${trigger}`)
  await run(statement)
  expect(await verifyEvents(world.db, world.keys)).toMatchObject({ is: 'broken', why: expect.stringContaining(why) })
})

import { AsyncLocalStorage } from 'node:async_hooks'
import { generateSync } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { setPassword } from '../../accounts/store.ts'
import { hashPassword } from '../../crypto/password.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, inSession, signedIn, type Visitor } from '../../testing/visitor.ts'
import { startSession } from '../credentials/sessions.ts'
import { identify } from '../identify.ts'
import type { RequestContext } from '../request-context.ts'
import { changePassword } from './change-password.ts'
import { disableAccount, enableAccount, resetPassword, resetSecondFactors } from './manage-account.ts'

const NEW = 'a lake in the rain'
const WRONG = 'nonsense nonsense'

let world: TestWorld
let tester: Tester
let owner: Visitor
let thief: Visitor

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_LOGINS: '10', SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
  owner = await inSession(world, tester)
  thief = await inSession(world, tester)
})

const login = (password: string) =>
  createVisitor(tester.app).tell('POST', '/auth/login', { email: tester.email, password })
const codeOf = (secret: unknown) =>
  generateSync({ secret: String(secret), epoch: Math.floor(world.clock.now() / 1000) })

async function enableTotp(): Promise<string> {
  const { secret } = (await owner.tell('POST', '/me/totp', { password: PASSWORD })).data
  await owner.tell('POST', '/me/totp/confirm', { code: codeOf(secret) })
  world.clock.pass(30_000)
  return String(secret)
}

describe('a stolen session', () => {
  test('that guesses the password locks nobody else out', async () => {
    const guess = () => thief.tell('POST', '/me/password', { currentPassword: WRONG, newPassword: NEW })
    for (let times = 0; times < 10; times++) expect((await guess()).code).toBe('invalid_credentials')
    expect((await guess()).code).toBe('rate_limited')
    expect((await owner.tell('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW })).code).toBe('ok')
  })

  test('ends nobody else once its sign-in is old, but itself', async () => {
    world.clock.pass(11 * 60_000)
    const { sessions } = (await thief.tell('GET', '/me/sessions')).data as { sessions: Record<string, unknown>[] }
    const idOf = (current: boolean) => sessions.find((each) => each.current === current)?.id
    expect((await thief.tell('DELETE', `/me/sessions/${idOf(false)}`)).code).toBe('reauthentication_required')
    expect((await owner.tell('GET', '/me')).code).toBe('ok')
    expect((await thief.tell('DELETE', `/me/sessions/${idOf(true)}`)).code).toBe('ok')
  })

  test('that knows the password guesses no more codes for it', async () => {
    await enableTotp()
    const wrong = () => thief.tell('POST', '/me/totp/disable', { password: PASSWORD, code: '000000' })
    const answers: string[] = []
    for (let times = 0; times < 12; times++) answers.push((await wrong()).code)
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('invalid_totp'))
    expect(answers.slice(10)).toEqual(['rate_limited', 'rate_limited'])
  })
})

describe('what was earned with the old password is void', () => {
  /** Signs in, and does something else after the password was read and before anything else is looked up. */
  async function loginDuring(work: () => Promise<unknown>) {
    const { open } = world.keys
    const executor = world.db.getExecutor()
    const { provideConnection } = executor
    const isWork = new AsyncLocalStorage<true>()
    let done: Promise<unknown> | undefined
    world.keys.open = (place, sealed) => {
      if (place.column === 'password_hash') done ??= isWork.run(true, work)
      return open.call(world.keys, place, sealed)
    }
    executor.provideConnection = async (use) => {
      if (isWork.getStore() === undefined) await done
      return provideConnection.call(executor, use) as ReturnType<typeof use>
    }
    const told = await login(PASSWORD)
    Object.assign(executor, { provideConnection })
    world.keys.open = open
    expect(done).toBeDefined()
    return told
  }
  const countOf = async (table: 'sessions' | 'challenges') =>
    (await world.db.selectFrom(table).selectAll().execute()).length

  test('a login in flight makes no session', async () => {
    const hash = await hashPassword(world.keys, tester.accountId, NEW)
    const before = await countOf('sessions')
    expect((await loginDuring(() => setPassword(world.db, world.keys, tester.accountId, hash, false))).code).toBe(
      'invalid_credentials',
    )
    expect(await countOf('sessions')).toBe(before)
  })

  test('nor a challenge where a code is asked for', async () => {
    await enableTotp()
    const hash = await hashPassword(world.keys, tester.accountId, NEW)
    const told = await loginDuring(() => setPassword(world.db, world.keys, tester.accountId, hash, false))
    expect([told.code, await countOf('challenges')]).toEqual(['invalid_credentials', 0])
  })

  test('nor a session in an account that is deactivated meanwhile', async () => {
    const before = await countOf('sessions')
    expect((await loginDuring(() => disableAccount(world, tester.accountId))).code).toBe('account_disabled')
    expect(await countOf('sessions')).toBe(before)
  })

  test('a challenge that was earned before a reset', async () => {
    const secret = await enableTotp()
    const earned = async () => ((await login(PASSWORD)).data.challenge as { id: string }).id
    const spend = (challengeId: string) =>
      createVisitor(tester.app).tell('POST', '/auth/totp', { challengeId, code: codeOf(secret) })

    const first = await earned()
    await resetPassword(world, tester.accountId)
    expect((await spend(first)).code).toBe('invalid_totp')
    expect(await world.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('a change by somebody else who proved the old one at the same time', async () => {
    const callers = await Promise.all(
      [1, 2].map(async () => {
        const context = { address: '', host: '', port: 0, origin: undefined, site: undefined, userAgent: null }
        const { token } = await startSession(world, tester.accountId, { ...context, token: undefined, audit: {} })
        return identify(world, undefined, token)
      }),
    )
    const outcomes = await Promise.allSettled(
      callers.map((caller, index) =>
        changePassword(world, caller, { currentPassword: PASSWORD, newPassword: `${NEW} ${index}` }, {
          audit: {},
        } as RequestContext),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('second factors that were reset end the sign-ins that wait for one', async () => {
    await enableTotp()
    await login(PASSWORD)
    await resetSecondFactors(world, tester.accountId)
    expect(await world.db.selectFrom('challenges').selectAll().execute()).toEqual([])
  })
})

test('a deactivated account is told so with either credential, and its sessions do not come back', async () => {
  await disableAccount(world, tester.accountId)
  expect((await owner.tell('GET', '/me')).code).toBe('account_disabled')
  expect((await (await tester.ask('GET', '/me')).json()) as object).toMatchObject({
    error: { code: 'account_disabled' },
  })
  await enableAccount(world, tester.accountId)
  expect((await owner.tell('GET', '/me')).code).toBe('invalid_session')
  expect((await signedIn(tester)).cookie).not.toBe('')
})

describe('an API key limited to some wallets', () => {
  let limited: Tester['ask']
  let mine: string
  let foreign: string

  beforeEach(async () => {
    mine = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
    foreign = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
    await tester.api.fund({ walletId: foreign, amount: '100' })
    const { secret } = (await owner.tell('POST', '/api-keys', { label: 'limited', walletIds: [mine] })).data as {
      secret: string
    }
    limited = (method, path, body, headers = {}) =>
      tester.ask(method, path, body, { authorization: `Bearer ${secret}`, ...headers })
  })

  test('learns nothing through an Idempotency-Key about wallets beyond its own', async () => {
    const headers = { 'idempotency-key': 'june' }
    await tester.ask('POST', '/mint', { walletId: foreign, amount: '7' }, headers)
    const guess = async (amount: string) =>
      (await limited('POST', '/mint', { walletId: foreign, amount }, headers)).text()
    const [right, wrong] = [await guess('7'), await guess('8')]
    expect(right).toBe(wrong)
    expect(right).toContain('"path":"walletId"')
    const to = { walletId: mine, amount: '1', toWalletId: foreign }
    expect(await (await limited('POST', '/transfer', to, headers)).text()).toContain('"path":"toWalletId"')
  })

  test.each<[string, string | (() => string), () => unknown]>([
    ['PATCH', '/me', () => ({ name: 'Mallory' })],
    ['POST', '/wallets', () => ({ type: 'custodial' })],
    ['GET', '/contacts', () => undefined],
    ['POST', '/contacts', () => ({ name: 'Bob', address: `0x${'1'.repeat(40)}` })],
    ['PATCH', () => `/wallets/${mine}`, () => ({ isPrimary: true })],
  ])('does not touch the account: %s %s', async (method, path, body) => {
    const answer = await limited(method, typeof path === 'string' ? path : path(), body())
    expect(await answer.json()).toMatchObject({ error: { code: 'insufficient_scope' } })
  })

  test('has no other wallet become the primary one by removing its own', async () => {
    const watched = []
    for (const digit of ['1', '2']) {
      const address = `0x${digit.repeat(40)}`
      watched.push((await tester.api.createWallet({ type: 'external', address })).wallet.id)
    }
    const [first = '', second = ''] = watched
    await tester.api.patchWallet({ id: first, isPrimary: true })
    const { secret } = (await owner.tell('POST', '/api-keys', { label: 'limited', walletIds: watched })).data as {
      secret: string
    }
    const remove = (id: string) =>
      tester.ask('DELETE', `/wallets/${id}`, undefined, { authorization: `Bearer ${secret}` })
    expect(await (await remove(first)).json()).toMatchObject({ error: { code: 'insufficient_scope' } })
    expect((await tester.api.getWallet({ id: first })).wallet.isPrimary).toBe(true)
    expect((await remove(second)).status).toBe(200)
  })

  test('labels its own wallet', async () => {
    expect((await limited('PATCH', `/wallets/${mine}`, { label: 'till' })).status).toBe(200)
  })
})

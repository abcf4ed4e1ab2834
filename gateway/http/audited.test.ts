import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../testing/test-world.ts'
import { createVisitor } from '../testing/visitor.ts'
import { audited } from './audited.ts'

let world: TestWorld
let alice: Tester
let bob: Tester

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_TRUSTED_PROXIES: '127.0.0.1' })
  alice = await createTester(world)
  bob = await createTester(world, {}, alice.app)
})

let networks = 0
/** Each from a network of its own. */
const login = (email: string, password = 'wrong but long enough') =>
  createVisitor(alice.app).tell('POST', '/auth/login', { email, password }, { 'x-forwarded-for': nextAddress() })
const nextAddress = () => `198.51.${Math.floor(networks / 250)}.${networks++ % 250}`

async function logged() {
  const rows = await world.db
    .selectFrom('events')
    .select(['accountId', 'outcome', 'address'])
    .orderBy('position')
    .execute()
  const names = new Map<string | null, string>([
    [alice.accountId, 'alice'],
    [bob.accountId, 'bob'],
    [null, 'no account'],
  ])
  return rows
    .filter(({ address }) => address !== null)
    .map(({ accountId, outcome }) => `${names.get(accountId)}: ${outcome}`)
}

test('refusals without a credential are in the log once a minute for each account and code, from however many networks', async () => {
  const attack = async () => {
    for (let times = 0; times < 5; times++)
      for (const email of [alice.email, bob.email, `${times}@example.org`])
        expect((await login(email)).code).toBe('invalid_credentials')
  }
  await attack()
  const minute = ['alice', 'bob', 'no account'].map((who) => `${who}: invalid_credentials`)
  expect(await logged()).toEqual(minute)
  expect((await login('', 'x')).code).toBe('validation_error')
  expect(await logged()).toEqual([...minute, 'no account: validation_error'])

  // An attack that goes on goes on in the log too.
  world.clock.pass(60_000)
  await attack()
  expect(await logged()).toEqual([...minute, 'no account: validation_error', ...minute])
})

test('what succeeds is always in the log, amid the refusals of the same account too', async () => {
  for (let times = 0; times < 3; times++) {
    expect((await login(alice.email)).code).toBe('invalid_credentials')
    expect((await login(alice.email, PASSWORD)).code).toBe('ok')
  }
  expect(await logged()).toEqual(['alice: invalid_credentials', 'alice: ok', 'alice: ok', 'alice: ok'])
})

test('a refusal that could not be written into the log is in it with its next repeat', async () => {
  const context = { address: '198.51.100.1', audit: { accountId: alice.accountId } } as RequestContext
  const refused = (here: TestWorld) =>
    audited(here, { event: 'sign_in.password' }, undefined, context, async () => {
      throw new Refusal('invalid_credentials')
    })
  const busy = Object.assign(new Error('the database is locked'), { code: 'SQLITE_BUSY' })
  const unwritable = {
    ...world,
    newId() {
      throw busy
    },
  }
  await expect(refused(unwritable)).rejects.toBe(busy)
  expect(await logged()).toEqual([])
  for (let times = 0; times < 3; times++)
    await expect(refused(world)).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await logged()).toEqual(['alice: invalid_credentials'])
})

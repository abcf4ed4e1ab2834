import { beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { createVisitor, inSession } from '../testing/visitor.ts'

let world: TestWorld
let tester: Tester
const HOUR_MS = 60 * 60_000

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_LOGINS: '10' })
  tester = await createTester(world)
})

test('attempts that lie ahead, since the clock was set back, do not count', async () => {
  const attempt = () => createVisitor(tester.app).tell('POST', '/auth/totp', { challengeId: 'x', code: '123456' })
  world.clock.pass(HOUR_MS)
  for (let times = 0; times < 10; times++) expect((await attempt()).code).toBe('invalid_totp')
  expect((await attempt()).code).toBe('rate_limited')
  world.clock.pass(-HOUR_MS)
  for (let times = 0; times < 10; times++) expect((await attempt()).code).toBe('invalid_totp')
  expect((await attempt()).code).toBe('rate_limited')
  expect(await world.db.selectFrom('loginAttempts').select('at').where('at', '>', world.clock.now()).execute()).toEqual(
    [],
  )
})

test('a sign-in some seconds ahead, by the clock of another gateway, is recent; ten minutes ahead, by a clock set back, it is not', async () => {
  const session = await inSession(world, tester)
  const makeKey = async () => (await session.tell('POST', '/api-keys', { label: 'shop', scopes: ['read'] })).code
  const signedInAt = world.clock.now()
  const MINUTE_MS = 60_000
  for (const [age, code] of [
    [0, 'ok'],
    [-5_000, 'ok'],
    [10 * MINUTE_MS - 1, 'ok'],
    [10 * MINUTE_MS, 'reauthentication_required'],
    [-10 * MINUTE_MS, 'reauthentication_required'],
    [-HOUR_MS, 'reauthentication_required'],
  ] as const) {
    world.clock.pass(signedInAt + age - world.clock.now())
    expect([age, await makeKey()]).toEqual([age, code])
  }
})

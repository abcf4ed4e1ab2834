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

test('a sign-in that lies ahead, since the clock was set back, is not a recent one', async () => {
  const session = await inSession(world, tester)
  const makeKey = () => session.tell('POST', '/api-keys', { label: 'shop', scopes: ['read'] })
  expect((await makeKey()).code).toBe('ok')
  world.clock.pass(-HOUR_MS)
  expect((await makeKey()).code).toBe('reauthentication_required')
})

import { expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { PASSWORD } from '../../testing/test-world.ts'
import { begin, goOnAs, login, setUpEach, tester, visitor, world } from './sign-in-fixture.ts'

setUpEach()

test('the eleventh attempt in a quarter of an hour is refused, also after a restart, over all steps together', async () => {
  await begin()
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
  goOnAs({ ...tester, app: createApp(world) })
  expect((await login(visitor())).status).toBe(429)
  world.clock.pass(891_999)
  expect((await login(visitor())).status).toBe(429)
  world.clock.pass(1)
  expect((await login(visitor())).code).toBe('ok')
  expect((await login(visitor())).status).toBe(429)
})

test('a hundred attempts at once: ten are looked at', async () => {
  await begin({ SOTTO_LIMIT_WRITES: '1000' })
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => visitor().tell('POST', '/auth/totp', { challengeId: 'x', code: '123456' })),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
})

test('X-Forwarded-For counts only from a configured proxy', async () => {
  const attempt = (address: string) =>
    visitor().tell('POST', '/auth/totp', { challengeId: 'x', code: '111111' }, { 'x-forwarded-for': address })
  for (const [proxies, eleventh] of [
    ['', 429],
    ['127.0.0.1', 401],
  ] as const) {
    await begin({ SOTTO_TRUSTED_PROXIES: proxies })
    for (let attempts = 0; attempts < 10; attempts++) await attempt(`203.0.113.${attempts}`)
    expect((await attempt('203.0.113.99')).status).toBe(eleventh)
  }
})

test('what is refused for its origin or media type does not use up attempts', async () => {
  await begin({ SOTTO_LIMIT_LOGINS: '1' })
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

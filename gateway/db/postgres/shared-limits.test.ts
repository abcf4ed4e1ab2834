import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { CHALLENGE_MS, LIMIT_WINDOW_MS } from '#shared/limits.ts'
import { createApp } from '../../app.ts'
import { makeChallenge, spendAttempt, takeChallenge } from '../../auth/credentials/challenges.ts'
import { countAttempt } from '../../auth/login-attempts.ts'
import { newDatabase, openBeside, openMade } from '../../testing/postgres/databases.ts'
import { anotherGateway, createTester, createTestWorld, type TestWorld, testerOf } from '../../testing/test-world.ts'
import { createRequestCounter, type RequestCounter } from '../../world/requests/counter.ts'
import type { Database } from '../database.ts'
import { readDatabaseNow } from './clock.ts'
import { countTogether } from './request-counts-store.ts'

let db: Database
let counters: RequestCounter[]

beforeEach(async () => {
  db = openMade(await newDatabase())
  counters = [db, openBeside(db), openBeside(db)].map((each) => countTogether(each, alone))
})

const alone = createRequestCounter({ elapsed: () => 0 })
const own = { key: 'key', limit: 30 }
const account = { key: 'account', limit: 40 }
const at = (index: number) => counters[index % 3] as RequestCounter
const countedOf = (outcomes: { isCounted: boolean }[]) => outcomes.filter(({ isCounted }) => isCounted).length

test('sixty requests at once over three gateways at a limit of thirty: thirty pass', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const others = [world, anotherGateway(world), anotherGateway(world)].map((each) => testerOf(tester, createApp(each)))
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => others[index % 3]?.ask('PATCH', '/me', { name: 'Ada' })),
  )
  const statuses = answers.map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('each that passes is told how many are left, which no other one is told', async () => {
  const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => at(index).count([own])))
  const left = outcomes.filter(({ isCounted }) => isCounted).map(({ rooms }) => rooms[0]?.remaining ?? 0)
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index))
})

test('what its account has no room for does not count against a key', async () => {
  const full = await Promise.all(Array.from({ length: 50 }, (_, index) => at(index).count([account])))
  expect(countedOf(full)).toBe(40)
  const refused = await Promise.all(Array.from({ length: 9 }, (_, index) => at(index).count([own, account])))
  expect(countedOf(refused)).toBe(0)
  expect(refused[0]?.rooms[1]).toMatchObject({ remaining: 0 })
  expect(countedOf(await Promise.all(Array.from({ length: 40 }, (_, index) => at(index).count([own]))))).toBe(30)
})

test('two keys of an account together have what the account has', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => at(index).count([{ ...own, key: `key ${index % 2}` }, account])),
  )
  expect(countedOf(outcomes)).toBe(40)
})

test('a limit that was lowered or raised holds from the next request on', async () => {
  for (let count = 0; count < 5; count++) await at(count).count([own])
  expect((await at(0).count([{ ...own, limit: 5 }])).isCounted).toBe(false)
  expect((await at(0).count([{ ...own, limit: 6 }])).rooms[0]?.remaining).toBe(0)
})

test('no window ever holds more than the limit, whoever counts, and a refusal tells the moment to come back', async () => {
  let now = 1_000_000
  const [one, other] = [db, openBeside(db)].map((each) =>
    countTogether(each, alone, () => sql<number>`${now}::bigint`),
  ) as [RequestCounter, RequestCounter]
  const ask = (counter: RequestCounter) => counter.count([{ key: 'k', limit: 4 }])
  const passed: number[] = []
  for (let index = 0; index < 60; index++) {
    now += (index * 7_919) % 20_000
    const { isCounted, rooms } = await ask(index % 2 === 0 ? one : other)
    if (isCounted) passed.push(now)
    else {
      now += (rooms[0]?.resetMs ?? 0) - 1
      expect((await ask(one)).isCounted).toBe(false)
      now += 1
      expect((await ask(one)).isCounted).toBe(true)
      passed.push(now)
    }
  }
  for (const start of passed)
    expect(passed.filter((time) => time >= start && time < start + LIMIT_WINDOW_MS).length).toBeLessThanOrEqual(4)
})

test('hundreds within a minute are a row of a few kilobytes, and count exactly', async () => {
  let now = 1_000_000
  const counter = countTogether(db, alone, () => sql<number>`${now}::bigint`)
  const many = { key: 'many', limit: 700 }
  let counted = 0
  for (let index = 0; index < 900; index++) {
    now += 60
    if ((await counter.count([many])).isCounted) counted++
  }
  expect(counted).toBe(700)
  const { rows } = await sql<{ entries: number }>`
    select cardinality(times) as entries from request_counts where bucket = 'many'`.execute(db)
  expect(rows[0]?.entries).toBeLessThan(200)
})

test('a gateway that cannot write counts for itself', async () => {
  const reader = countTogether(db, createRequestCounter({ elapsed: () => 0 }))
  await db.destroy()
  const outcomes = await Promise.all(Array.from({ length: 35 }, () => reader.count([own])))
  expect(countedOf(outcomes)).toBe(30)
})

test('a gateway whose clock is five minutes ahead lets nobody try more often within 15 minutes', async () => {
  const a = await createTestWorld()
  const b = anotherGateway(a)
  const ahead: TestWorld = { ...b, clock: { ...b.clock, now: () => a.clock.now() + 5 * 60_000 } }
  const attempt = (world: TestWorld) =>
    countAttempt(world, 'thief').then(
      () => 1,
      () => 0,
    )
  let passed = 0
  for (let minute = 0; minute < 15; minute++) {
    for (let tries = 0; tries < 3; tries++) passed += (await attempt(a)) + (await attempt(ahead))
    a.clock.pass(60_000 - 1)
  }
  expect(passed).toBe(a.config.SOTTO_LIMIT_LOGINS)
})

test('what is counted and begun together is timed by the clock of the database, whatever the gateways believe', async () => {
  const a = { ...(await createTestWorld()), sharedNow: readDatabaseNow }
  const ahead = { ...anotherGateway(a), clock: { ...a.clock, now: () => Date.now() + 6 * 60_000 } }
  const before = await readDatabaseNow(a.db)
  await countAttempt(ahead, 'somebody')
  const { id, expiresAt } = await makeChallenge(a, 'sign-in-totp', { subject: 'somebody' })
  const after = await readDatabaseNow(a.db)
  const { at } = await a.db.selectFrom('loginAttempts').select('at').executeTakeFirstOrThrow()
  const times = [before, at, expiresAt - CHALLENGE_MS, after]
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(await spendAttempt(ahead, 'sign-in-totp', id)).toMatchObject({ subject: 'somebody' })
  expect(await takeChallenge(ahead, 'sign-in-totp', id)).toMatchObject({ subject: 'somebody' })
})

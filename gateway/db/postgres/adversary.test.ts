import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { appendEvent, verifyEvents } from '../../audit/store.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { anotherGateway, createTester, createTestWorld } from '../../testing/test-world.ts'
import { look } from '../../transactions/arrivals/look.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

test('an audit log that is whole is never called broken because a gateway writes to it meanwhile', async () => {
  const a = await createTestWorld()
  const b = anotherGateway(a)
  const none = {
    accountId: null,
    outcome: 'ok',
    credentialType: null,
    credentialId: null,
    address: null,
    subject: null,
  }
  const verdicts: string[] = []
  let writes = true
  const writing = (async () => {
    while (writes) await appendEvent(a, { ...none, type: 'sign_out' })
  })()
  for (let times = 0; times < 40; times++) {
    const verdict = await verifyEvents(b.db, b.keys)
    verdicts.push(verdict.is === 'whole' ? 'whole' : verdict.why)
  }
  writes = false
  await writing
  expect(await verifyEvents(b.db, b.keys)).toMatchObject({ is: 'whole' })
  expect(verdicts).toEqual(Array(40).fill('whole'))
})

test('what comes in while several gateways look is listed once, counted and told', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  const worlds = [a, anotherGateway(a), anotherGateway(a)]
  const bob = await createTester(a)
  const purse = (await bob.api.createWallet({ type: 'custodial' })).wallet
  const stranger = createOutsider(a)
  for (let round = 0; round < 8; round++) {
    for (let count = 0; count < 4; count++) {
      stranger.pay(purse.address as never, 1_000_000n)
      stranger.payHidden(purse.address as never, 2_000_000n)
    }
    a.clock.pass(5_000)
    await Promise.all(worlds.map((world) => look(world)))
  }
  for (const world of worlds) await look(world)
  const { total } = await bob.api.listTransactions({ direction: 'in', pageSize: 100 })
  const rows = await a.db
    .selectFrom('outbox')
    .selectAll()
    .where('accountId', '=', bob.accountId)
    .orderBy('sequence')
    .execute()
  const arrived = rows.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject)
  expect([total, await wrongTotals(a.db as never)]).toEqual([64, []])
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(arrived).size).toBe(64)
})

test('a probe that names the gateway by the address of its machine is answered', async () => {
  const world = await createTestWorld({ SOTTO_HOST: '0.0.0.0', SOTTO_PUBLIC_URL: 'https://pay.example.org' })
  const app = createApp(world)
  const answer = await app.request('http://10.0.0.5:7984/healthz', { headers: { host: '10.0.0.5:7984' } })
  expect(answer.status).toBe(200)
})

import { expect, test } from 'vitest'
import { settled } from '../batches/batches-fixture.ts'
import { round as payBatches } from '../batches/run/run-batches.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'
import { expireOverdue } from '../transactions/approvals/end.ts'
import { round } from '../transactions/worker.ts'
import { alice, deliver, hook, received, setUpEach, told, URL_, world } from './webhooks-fixture.ts'

setUpEach()

const A = `0x${'1'.repeat(40)}`
const HOURS = 60 * 60_000
const approvals = (['waiting', 'approved', 'rejected', 'expired'] as const).map((event) => `approval.${event}` as const)
const batches = (['draft', 'running', 'paused', 'done', 'cancelled'] as const).map((event) => `batch.${event}` as const)

async function withPolicy(): Promise<{ person: Visitor; pay: () => Promise<string> }> {
  const { id: walletId } = await walletWithMoney(alice)
  const person = await inSession(world, alice)
  expect((await person.tell('PUT', '/policy', { policy: { approveAbove: '1' } })).code).toBe('ok')
  const pay = async () => (await alice.api.transfer({ walletId, amount: '2', to: A })).transaction.id
  return { person, pay }
}

test('a payment that waits for a person is told of, and what becomes of it, each once', async () => {
  const { person, pay } = await withPolicy()
  await hook({ events: [...approvals, 'transaction.failed', 'transaction.settled'] })
  const [passes, refused, late] = [await pay(), await pay(), await pay()]
  await deliver()
  expect(told()).toEqual([passes, refused, late].map((id) => ['approval.waiting', id]))
  received.length = 0
  const both = [1, 2].map(() => person.tell('POST', `/transactions/${passes}/approve`, {}))
  expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual(['not_waiting', 'ok'])
  expect((await person.tell('POST', `/transactions/${refused}/reject`)).code).toBe('ok')
  world.clock.pass(25 * HOURS)
  await Promise.all([expireOverdue(world), expireOverdue(world)])
  await deliver()
  const of = (id: string | undefined) => told().filter(([, subject]) => subject === id)
  expect(of(passes).map(([type]) => type)).toEqual(['approval.approved', 'transaction.settled'])
  expect(of(refused).map(([type]) => type)).toEqual(['transaction.failed', 'approval.rejected'])
  expect(of(late).map(([type]) => type)).toEqual(['transaction.failed', 'approval.expired'])
})

test('an approval says its wallet, and how much only to who asks for it', async () => {
  const { pay } = await withPolicy()
  await hook({ events: [...approvals] })
  await hook({ events: [...approvals], includeAmounts: true, url: 'https://books.example.org/' })
  const id = await pay()
  await deliver()
  const [plain, open] = [true, false].map((is) => received.find(({ url }) => (url === URL_) === is)?.event.data)
  const { walletId } = (await alice.api.getTransaction({ id })).transaction
  expect(plain).toEqual({ id, walletId, status: 'waiting' })
  expect(open).toEqual({ id, walletId, status: 'waiting', amount: '2', token: 'cSTABLE' })
})

test('a batch is told of at each status, to webhooks of all wallets alone', async () => {
  const { id: walletId } = await walletWithMoney(alice)
  await hook({ events: [...batches] })
  await hook({ events: [...batches], walletIds: [walletId], url: 'https://one-wallet.example.org/' })
  const rows = [{ walletId, amount: '0.01', to: A }]
  const { id } = (await alice.api.createBatch({ rows })).batch
  await alice.api.startBatch({ id })
  await alice.api.pauseBatch({ id })
  await alice.api.resumeBatch({ id })
  for (let rounds = 0; rounds < 4; rounds++) {
    await payBatches(world)
    await settled(world)
    world.clock.pass(10_000)
    await round(world)
  }
  const dropped = (await alice.api.createBatch({ rows })).batch.id
  await alice.api.cancelBatch({ id: dropped })
  await deliver()
  expect(received.filter(({ url }) => url !== URL_)).toEqual([])
  const of = (subject: string) => received.filter(({ event }) => event.data.id === subject).map(({ event }) => event)
  expect(of(id).map(({ data }) => data)).toEqual(
    ['DRAFT', 'RUNNING', 'PAUSED', 'RUNNING', 'DONE'].map((status) => ({ id, status })),
  )
  expect(of(dropped).map(({ type }) => type)).toEqual(['batch.draft', 'batch.cancelled'])
})

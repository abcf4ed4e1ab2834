import { beforeEach, expect, test } from 'vitest'
import type { PolicyInput } from '#shared/model/policy.ts'
import { MARK, type Mark } from '../db/schema/marks.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'

const A = `0x${'1'.repeat(40)}`
const DAY_MS = 24 * 3_600_000
let world: TestWorld
let tester: Tester
let person: Visitor
let wallet: { id: string }

beforeEach(() => begin())

async function begin(settings: Record<string, string> = {}): Promise<void> {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_RECEIPT_WAIT_MS: '2000', ...settings })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  person = await inSession(world, tester)
}

const set = async (policy: PolicyInput) =>
  expect(await person.tell('PUT', '/policy', { policy })).toMatchObject({ status: 200 })
const pay = (amount: string) => tester.api.transfer({ walletId: wallet.id, amount, to: A })
const refused = (rule: string) => expect.objectContaining({ code: 'policy_denied', details: { rule, of: 'account' } })

test('a month is the last 30 days: what was paid before them counts no more, what was paid in them does', async () => {
  await set({ maxPerMonth: '5' })
  await pay('3')
  world.clock.pass(20 * DAY_MS)
  await pay('2')
  world.clock.pass(10 * DAY_MS - 60_000)
  await expect(pay('0.1')).rejects.toEqual(refused('maxPerMonth'))
  world.clock.pass(120_000)
  await expect(pay('3.1')).rejects.toEqual(refused('maxPerMonth'))
  await pay('3')
})

test('a gateway whose clock is a day late counts by the clock of the database', async () => {
  await set({ maxPerDay: '5' })
  const { now } = world.clock
  world.sharedNow = async () => now() + 25 * 3_600_000
  await pay('4')
  await expect(pay('2')).rejects.toEqual(refused('maxPerDay'))
})

test('a redeem counts once', async () => {
  await set({ maxPerDay: '5' })
  await tester.api.redeem({ walletId: wallet.id, amount: '3' })
  await pay('2')
  await expect(pay('0.1')).rejects.toEqual(refused('maxPerDay'))
})

test('a failed payment with a debt keeps its part of a limit, and one that moved nothing gives it back', async () => {
  await set({ maxPerDay: '5' })
  const { id } = (await pay('5')).transaction
  const fail = (owed: Mark) =>
    world.db.updateTable('transactions').set({ status: 'FAILED', owed }).where('id', '=', id).execute()
  await fail(MARK.owed)
  await expect(pay('1')).rejects.toEqual(refused('maxPerDay'))
  await fail(MARK.none)
  await pay('1')
})

test('a session is told the limit, and an API key only the rule', async () => {
  await set({ maxPerPayment: '1' })
  const asked = { walletId: wallet.id, amount: '2', to: A }
  const answer = await person.ask('POST', '/transfer', asked)
  expect(await answer.json()).toMatchObject({
    error: { code: 'policy_denied', details: { rule: 'maxPerPayment', of: 'account', limit: '1' } },
  })
  await expect(pay('2')).rejects.toEqual(refused('maxPerPayment'))
})

test.each(['account', 'key', 'wallet'] as const)(
  'a policy of an %s is changed by a session of the last ten minutes alone; a change is in the audit log, with what it is of',
  async (what) => {
    const keys = world.db.selectFrom('apiKeys').select('id').where('accountId', '=', tester.accountId)
    const { id: key } = await keys.executeTakeFirstOrThrow()
    const [method, path, subject] = {
      account: ['PUT', '/policy', tester.accountId],
      key: ['PATCH', `/api-keys/${key}`, key],
      wallet: ['PATCH', `/wallets/${wallet.id}`, wallet.id],
    }[what] as [string, string, string]
    const body = { policy: { maxPerPayment: '1' } }
    const byKey = (await (await tester.ask(method, path, body)).json()) as { error: { code: string } }
    expect(byKey.error.code).toBe('session_required')
    expect((await person.tell(method, path, body)).code).toBe('ok')
    await expect(pay('1.1')).rejects.toMatchObject({ code: 'policy_denied', details: { rule: 'maxPerPayment' } })
    world.clock.pass(10 * 60_000 + 1_000)
    expect((await person.tell(method, path, { policy: null })).code).toBe('reauthentication_required')
    await expect(pay('1.1')).rejects.toMatchObject({ code: 'policy_denied' })
    const changes = world.db.selectFrom('events').select(['outcome', 'subject', 'accountId'])
    const logged = await changes.where('type', '=', 'policy.changed').where('outcome', '=', 'ok').execute()
    expect(logged).toEqual([{ outcome: 'ok', subject, accountId: tester.accountId }])
  },
)

test('a payment waits for as many hours as SOTTO_APPROVAL_HOURS says', async () => {
  await begin({ SOTTO_APPROVAL_HOURS: '2' })
  await set({ approveAbove: '1' })
  const { id } = (await pay('2')).transaction
  const read = async () => (await tester.api.getTransaction({ id })).transaction
  world.clock.pass(2 * 3_600_000 - 1_000)
  expect(await read()).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  world.clock.pass(1_000)
  expect(await read()).toMatchObject({ status: 'FAILED', failure: 'approval_expired' })
})

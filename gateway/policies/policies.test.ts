import { beforeEach, describe, expect, test } from 'vitest'
import { Policy, type PolicyInput } from '#shared/model/policy.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { atomically } from '../db/database.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { findWaiting } from '../transactions/approvals/store.ts'
import { type Asked, evaluate, type PolicyInForce } from './evaluate.ts'
import { type Subject, setPolicy } from './store.ts'

const A = `0x${'1'.repeat(40)}`
const B = `0x${'a'.repeat(40)}`
const THURSDAY_NOON = Date.parse('2026-01-01T12:00:00Z')
const policy = (input: PolicyInput) => Policy.parse(input)
const inForce = (input: PolicyInput, spent = 0n): PolicyInForce => ({
  of: 'account',
  policy: policy(input),
  spent: { day: spent, month: spent },
})
const hours = { days: ['thu' as const], from: '09:00', to: '17:00', timeZone: 'UTC', otherwise: 'deny' as const }
const only = (allow: string[], otherwise: 'approve' | 'deny') => ({ destinations: { allow, otherwise } })

type Expected = 'allowed' | `${'denied' | 'waits'} ${string}`
type Rule = [name: string, PolicyInput, spent: bigint, Partial<Asked>, Expected]
const rules: Rule[] = [
  ['nothing said', {}, 0n, {}, 'allowed'],
  ['no verb', { verbs: [] }, 0n, {}, 'denied verbs'],
  ['its verb', { verbs: ['transfer', 'redeem'] }, 0n, {}, 'allowed'],
  ['one unit below', { maxPerPayment: '10.000001' }, 0n, {}, 'allowed'],
  ['the limit itself', { maxPerPayment: '10' }, 0n, {}, 'allowed'],
  ['one unit above', { maxPerPayment: '9.999999' }, 0n, {}, 'denied maxPerPayment'],
  ['nothing may leave', { maxPerPayment: '0' }, 0n, {}, 'denied maxPerPayment'],
  ['a day with room', { maxPerDay: '20' }, 10_000_000n, {}, 'allowed'],
  ['a day one unit short', { maxPerDay: '20' }, 10_000_001n, {}, 'denied maxPerDay'],
  ['a month with room', { maxPerMonth: '20' }, 10_000_000n, {}, 'allowed'],
  ['a month one unit short', { maxPerMonth: '20' }, 10_000_001n, {}, 'denied maxPerMonth'],
  ['the day before the month', { maxPerDay: '5', maxPerMonth: '5' }, 0n, {}, 'denied maxPerDay'],
  ['up to the amount', { approveAbove: '10' }, 0n, {}, 'allowed'],
  ['above the amount', { approveAbove: '9.999999' }, 0n, {}, 'waits approveAbove'],
  ['all wait', { approveAbove: '0' }, 0n, {}, 'waits approveAbove'],
  ['within hours', { hours }, 0n, {}, 'allowed'],
  ['before hours', { hours }, 0n, { at: THURSDAY_NOON - 4 * 3_600_000 }, 'denied hours'],
  ['at their end', { hours }, 0n, { at: THURSDAY_NOON + 5 * 3_600_000 }, 'denied hours'],
  ['another day', { hours }, 0n, { at: THURSDAY_NOON + 86_400_000 }, 'denied hours'],
  ['hours that ask', { hours: { ...hours, to: '10:00', otherwise: 'approve' } }, 0n, {}, 'waits hours'],
  ['hours elsewhere', { hours: { ...hours, timeZone: 'Asia/Tokyo' } }, 0n, {}, 'denied hours'],
  [
    'a night that began yesterday',
    { hours: { ...hours, days: ['wed'], from: '22:00', to: '13:00' } },
    0n,
    {},
    'allowed',
  ],
  ['what denies before what asks', { approveAbove: '0', maxPerDay: '1' }, 0n, {}, 'denied maxPerDay'],
]
const places: [string, PolicyInput, string[], Expected][] = [
  ['its address', only([A], 'deny'), [A], 'allowed'],
  ['its address in capitals', only([B.toUpperCase().replace('0X', '0x')], 'deny'), [B], 'allowed'],
  ['another address', only([B], 'deny'), [A], 'denied destinations'],
  ['another address, to ask', only([B], 'approve'), [A], 'waits destinations'],
  ['a wallet', only(['wallets'], 'deny'), [A, 'wallets'], 'allowed'],
  ['no wallet', only(['wallets'], 'deny'), [A, 'cards'], 'denied destinations'],
  ['a card', only(['cards'], 'deny'), [A, 'cards'], 'allowed'],
  ['no card', only(['cards'], 'approve'), [A], 'waits destinations'],
  ['a contact', only(['contact:abc'], 'deny'), [A, 'contact:abc'], 'allowed'],
  ['another contact', only(['contact:abc'], 'deny'), [A, 'contact:abd'], 'denied destinations'],
  ['nobody', only([], 'deny'), [A], 'denied destinations'],
]
const verbs = ['fund', 'mint', 'transfer', 'redeem'] as const
const takesMoney = (verb: string) => verb === 'transfer' || verb === 'redeem'

/** Each rule with each verb, and each destination too: money that comes in, or stays, is bound by `verbs` alone. */
const table = [
  ...rules.flatMap(([name, input, spent, change, expected]) =>
    verbs.map((verb) => {
      const isBound = takesMoney(verb) || expected === 'denied verbs' || name === 'its verb'
      const said = name === 'its verb' && !takesMoney(verb) ? 'denied verbs' : expected
      const asked = { verb, units: 10_000_000n, destination: [A], at: THURSDAY_NOON, ...change }
      return { name: `${name}: ${verb}`, one: inForce(input, spent), asked, expected: isBound ? said : 'allowed' }
    }),
  ),
  ...places.flatMap(([name, input, destination, expected]) =>
    verbs.map((verb) => ({
      name: `${name}: ${verb}`,
      one: inForce(input),
      asked: {
        verb,
        units: 1n,
        destination: verb === 'transfer' ? destination : null,
        at: THURSDAY_NOON,
      },
      expected: verb === 'transfer' ? expected : 'allowed',
    })),
  ),
]

const said = (verdict: ReturnType<typeof evaluate>) =>
  verdict.is === 'allowed' ? 'allowed' : `${verdict.is} ${verdict.rule}`

test('the table is a table', () => {
  expect(table.length).toBeGreaterThanOrEqual(120)
})

test.each(table)('$name is $expected', ({ one, asked, expected }) => {
  expect(said(evaluate([one], asked))).toBe(expected)
  // Beside one that says nothing, in either order.
  expect(said(evaluate([inForce({}), one], asked))).toBe(expected)
  expect(said(evaluate([one, inForce({})], asked))).toBe(expected)
  // A person lets pass what waits, and nothing that is denied.
  expect(said(evaluate([one], asked, true))).toBe(expected.startsWith('waits') ? 'allowed' : expected)
})

describe('through the API', () => {
  let world: TestWorld
  let tester: Tester
  let wallet: { id: string; address: string }
  beforeEach(async () => {
    const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }
    world = await createTestWorld(roomy)
    tester = await createTester(world)
    wallet = await walletWithMoney(tester)
  })

  const keyId = async () =>
    (
      await world.db
        .selectFrom('apiKeys')
        .select('id')
        .where('accountId', '=', tester.accountId)
        .executeTakeFirstOrThrow()
    ).id
  const set = async (input: PolicyInput, subject: Subject = 'account', id = tester.accountId) =>
    atomically(world.db, (db) => setPolicy(db, world.keys, subject, id, policy(input)))
  const pay = (amount: string, to = A, idempotencyKey?: string) =>
    tester.api.transfer({ walletId: wallet.id, amount, to }, idempotencyKey === undefined ? {} : { idempotencyKey })
  const outcome = (call: Promise<{ transaction: { waitingFor: string | null } }>) =>
    call.then(
      ({ transaction }) => (transaction.waitingFor === 'approval' ? 'waits' : 'allowed'),
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'policy_denied')
          return `denied ${(error.details as { rule: string }).rule}`
        throw error
      },
    )

  test.each<[PolicyInput, string]>([
    [{}, 'allowed'],
    [{ verbs: ['redeem'] }, 'denied verbs'],
    [{ maxPerPayment: '1' }, 'denied maxPerPayment'],
    [{ maxPerDay: '1' }, 'denied maxPerDay'],
    [{ maxPerMonth: '1' }, 'denied maxPerMonth'],
    [only([B], 'deny'), 'denied destinations'],
    [only([B], 'approve'), 'waits'],
    [only([A], 'deny'), 'allowed'],
    [{ hours: { ...hours, days: ['fri'] } }, 'denied hours'],
    [{ approveAbove: '1' }, 'waits'],
  ])('%j at account, key and wallet: %s; one entry in the log, and no key is taken', async (input, expected) => {
    const subjects = [
      ['account', tester.accountId],
      ['api_key', await keyId()],
      ['wallet', wallet.id],
    ] as const
    for (const [subject, id] of subjects) {
      await set(input, subject, id)
      expect(await outcome(pay('2', A, `key of ${subject}`))).toBe(expected)
      await atomically(world.db, (db) => setPolicy(db, world.keys, subject, id, null))
      if (expected.startsWith('denied')) expect(await outcome(pay('2', A, `key of ${subject}`))).toBe('allowed')
    }
    const log = await world.db.selectFrom('events').select('outcome').where('type', '=', 'money.transfer').execute()
    const denied = log.filter((entry) => entry.outcome.startsWith('policy_denied'))
    const [is, rule] = expected.split(' ')
    expect(denied.map((entry) => entry.outcome)).toEqual(is === 'denied' ? [`policy_denied:${rule}`] : [])
  })

  test('of payments at once a limit lets pass what it allows, and no more; what failed gives its part back', async () => {
    await set({ maxPerDay: '5' })
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(pay('1'))))
    expect(all.filter((one) => one === 'allowed')).toHaveLength(5)
    expect(all.filter((one) => one === 'denied maxPerDay')).toHaveLength(15)
    // A proven failure.
    const row = await world.db.selectFrom('transactions').select('id').where('type', '=', 'TRANSFER').executeTakeFirst()
    await world.db
      .updateTable('transactions')
      .set({ status: 'FAILED' })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect(await outcome(pay('1'))).toBe('allowed')
    expect(await outcome(pay('1'))).toBe('denied maxPerDay')
    world.clock.pass(24 * 3_600_000 + 60_000)
    expect(await outcome(pay('5'))).toBe('allowed')
  })

  test('a limited key learns of its own payments alone: what others spend changes none of its answers', async () => {
    const other = await walletWithMoney(tester)
    const limited = await createTester(world)
    const { createApiKey } = await import('../auth/credentials/api-keys.ts')
    const { secret, id } = await createApiKey(world, {
      accountId: tester.accountId,
      label: 'limited',
      walletIds: [other.id],
    })
    const { createClient } = await import('#shared/client.ts')
    const { callInto, ORIGIN } = await import('../testing/call-into.ts')
    const api = createClient({ origin: ORIGIN, apiKey: secret, fetch: callInto(limited.app) })
    const asLimited = (amount: string) => outcome(api.transfer({ walletId: other.id, amount, to: A }))
    await set({ maxPerDay: '20' })
    // Nothing is allotted to it.
    expect(await asLimited('1')).toBe('denied maxPerDay')
    await set({ maxPerDay: '5' }, 'api_key', id)
    expect(await outcome(pay('15.1'))).toBe('denied maxPerDay')
    expect(await outcome(pay('15'))).toBe('allowed')
    expect(await asLimited('5.1')).toBe('denied maxPerDay')
    expect(await asLimited('5')).toBe('allowed')
    expect(await asLimited('0.1')).toBe('denied maxPerDay')
    expect(await outcome(pay('0.1'))).toBe('denied maxPerDay')
  })

  test('a policy that somebody else wrote, took away or moved is refused by its MAC', async () => {
    await set({ maxPerPayment: '1' })
    await world.db.updateTable('accounts').set({ policy: null }).where('id', '=', tester.accountId).execute()
    await expect(pay('2')).rejects.toMatchObject({ code: 'internal_error' })
  })

  test('what waits is answered to a repeat, signs nothing, and ends by itself', async () => {
    await set({ approveAbove: '1' })
    const sent = world.chain.broadcasts.length
    const { transaction } = await pay('2', A, 'once')
    expect(transaction).toMatchObject({ status: 'PENDING', waitingFor: 'approval', txHash: null })
    expect((await pay('2', A, 'once')).transaction.id).toBe(transaction.id)
    expect(world.chain.broadcasts).toHaveLength(sent)
    await expect(tester.api.approveTransaction({ id: transaction.id })).rejects.toMatchObject({
      code: 'session_required',
    })
    const { approvals } = await tester.api.listApprovals({})
    expect(approvals).toMatchObject([{ rule: 'approveAbove', of: 'account', askedBy: { label: 'test' } }])
    world.clock.pass(24 * 3_600_000)
    const ended = (await tester.api.getTransaction({ id: transaction.id })).transaction
    expect(ended).toMatchObject({ status: 'FAILED', failure: 'approval_expired' })
    expect(await findWaiting(world.db, world.keys, transaction.id)).toBeUndefined()
  })
})

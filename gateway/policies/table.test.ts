import { beforeEach, expect, test } from 'vitest'
import { Policy, type PolicyInput, type PolicyRule } from '#shared/model/policy.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { atomically } from '../db/database.ts'
import { pinIssuer } from '../notas/issuers-store.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { type Subject, setPolicy } from './store.ts'

/** A Thursday at noon. */
const NOW = Date.parse('2026-01-01T12:00:00Z')
const SOMEBODY = `0x${'1'.repeat(40)}`
const A_CONTACT = `0x${'3'.repeat(40)}`

let world: TestWorld
let tester: Tester
let subjects: [Subject, string][]
let contact: string
/** The columns of the table, in the order in which they are asked for. */
let payments: Record<string, () => Promise<{ transaction: { waitingFor: string | null } }>>

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_LIMIT_WRITES: '100000',
    SOTTO_LIMIT_READS: '100000',
    SOTTO_RECEIPT_WAIT_MS: '2000',
  })
  world.clock.pass(NOW - world.clock.now())
  tester = await createTester(world)
  const { api, accountId } = tester
  const { id: walletId } = await walletWithMoney(tester)
  const own = (await api.createWallet({ type: 'custodial' })).wallet
  const issuer = newForger()
  await pinIssuer(world.db, { fingerprint: issuer.fingerprint, label: null, createdAt: 0 })
  const card = { address: `0x${'4'.repeat(40)}`, chainId: world.chain.chainId, network: world.config.SOTTO_NETWORK }
  const nota = forge(issuer, headerOf(issuer, 'address-card'), { v: 1, iat: Math.floor(NOW / 1000), ...card })
  contact = `contact:${(await api.createContact({ name: 'Carol', address: A_CONTACT })).contact.id}`
  const keys = world.db.selectFrom('apiKeys').select('id').where('accountId', '=', accountId)
  subjects = [
    ['account', accountId],
    ['api_key', (await keys.executeTakeFirstOrThrow()).id],
    ['wallet', walletId],
  ]
  const two = { walletId, amount: '2' }
  payments = {
    half: () => api.transfer({ walletId, amount: '0.5', to: SOMEBODY }),
    two: () => api.transfer({ ...two, to: SOMEBODY }),
    open: () => api.transfer({ ...two, to: SOMEBODY, token: 'STABLE' }),
    own: () => api.transfer({ ...two, toWalletId: own.id }),
    card: () => api.transfer({ ...two, nota }),
    contact: () => api.transfer({ ...two, to: A_CONTACT }),
    redeem: () => api.redeem(two),
    mint: () => api.mint(two),
    fund: () => api.fund(two),
  }
})

const only = (allow: string[], otherwise: 'approve' | 'deny') => ({ destinations: { allow, otherwise } })
const friday = { days: ['fri' as const], from: '00:00', to: '00:00', timeZone: 'UTC' }

/** `+` passes, `-` is denied, `?` waits for a person; by which rule. */
const table: [PolicyRule | null, PolicyInput, string][] = [
  //                                                 half two open own card contact redeem mint fund
  [null, {}, '+ + + + + + + + +'],
  ['verbs', { verbs: [] }, '- - - - - - - - -'],
  ['verbs', { verbs: ['transfer'] }, '+ + + + + + - - -'],
  ['verbs', { verbs: ['redeem', 'mint'] }, '- - - - - - + + -'],
  ['maxPerPayment', { maxPerPayment: '2' }, '+ + + + + + + + +'],
  ['maxPerPayment', { maxPerPayment: '1.999999' }, '+ - - - - - - + +'],
  ['maxPerDay', { maxPerDay: '1.9' }, '+ - - - - - - + +'],
  ['maxPerDay', { maxPerDay: '10.499999' }, '+ + + + + + - + +'],
  ['maxPerDay', { maxPerDay: '10.5' }, '+ + + + + + + + +'],
  ['maxPerMonth', { maxPerMonth: '1.9' }, '+ - - - - - - + +'],
  ['maxPerMonth', { maxPerMonth: '8.499999' }, '+ + + + + - - + +'],
  ['approveAbove', { approveAbove: '1' }, '+ ? ? ? ? ? ? + +'],
  ['approveAbove', { approveAbove: '0' }, '? ? ? ? ? ? ? + +'],
  ['destinations', only(['wallets'], 'deny'), '- - - + - - + + +'],
  ['destinations', only(['cards'], 'approve'), '? ? ? ? + ? + + +'],
  ['destinations', only([SOMEBODY], 'deny'), '+ + + - - - + + +'],
  ['destinations', only(['contact:THEIRS'], 'deny'), '- - - - - + + + +'],
  ['hours', { hours: { ...friday, otherwise: 'deny' } }, '- - - - - - - + +'],
  ['hours', { hours: { ...friday, otherwise: 'approve' } }, '? ? ? ? ? ? ? + +'],
]

async function outcome(call: Promise<{ transaction: { waitingFor: string | null } }>) {
  try {
    return { is: (await call).transaction.waitingFor === 'approval' ? '?' : '+' }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'policy_denied') throw error
    return { is: '-', details: error.details }
  }
}

test('the table has at least 120 payments', () => {
  expect(table.flatMap(([, , marks]) => marks.split(' ')).length).toBeGreaterThanOrEqual(120)
})

test.each(table.map(([rule, input, marks], index) => ({ rule, input, marks, index })))(
  '$rule: $input, nine payments: $marks',
  async ({ rule, input, marks, index }) => {
    const [subject, id] = subjects[index % subjects.length] as [Subject, string]
    const text = JSON.stringify(input).replace('contact:THEIRS', contact)
    await atomically(world.db, (db) => setPolicy(db, world.keys, subject, id, Policy.parse(JSON.parse(text))))
    const rowsBefore = await rows()
    const outcomes = []
    for (const pay of Object.values(payments)) {
      outcomes.push(await outcome(pay()))
      // The same refusal within a minute is in the log already.
      world.clock.pass(61_000)
    }
    expect(outcomes.map(({ is }) => is).join(' ')).toBe(marks)

    // To a key, which may not read the policy: the rule and where it stands, and no limit.
    const denied = outcomes.flatMap(({ details }) => details ?? [])
    expect(denied).toEqual(denied.map(() => ({ rule, of: subject })))
    // What is denied leaves one entry in the log, and nothing else.
    const log = world.db.selectFrom('events').select('outcome').where('outcome', 'like', 'policy_denied%')
    expect((await log.execute()).map((entry) => entry.outcome)).toEqual(denied.map(() => `policy_denied:${rule}`))
    expect((await rows()) - rowsBefore).toBe(outcomes.length - denied.length)
  },
)

async function rows(): Promise<number> {
  return (await world.db.selectFrom('transactions').select('id').where('type', '!=', 'RECEIVE').execute()).length
}

import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { forget } from '../testing/forget.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { reconcileAtStart } from '../transactions/rebuilding/keep-reconciling-fixture.ts'

type Held = { id: string; address: Address }

let world: TestWorld
let tester: Tester
/** It was paid, and never asked the faucet for anything. */
let paid: Held

const ELSEWHERE: Address = `0x${'1'.repeat(40)}`

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000', SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
  const till = await made()
  paid = await made()
  await tester.api.fund({ walletId: till.id, amount: '100' })
  await tester.api.mint({ walletId: till.id, amount: '60' })
  await tester.api.transfer({ walletId: till.id, amount: '20', token: 'STABLE', to: paid.address })
  await tester.api.transfer({ walletId: till.id, amount: '20', to: paid.address })
})

async function made(): Promise<Held> {
  const { id, address } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

const walletId = () => paid.id
const verbs = {
  'a transfer of cSTABLE': () => ({ to: ELSEWHERE, amount: '5', walletId: walletId() }),
  'a transfer of STABLE': () => ({ to: ELSEWHERE, amount: '5', token: 'STABLE', walletId: walletId() }),
  'a mint': () => ({ amount: '5', walletId: walletId() }),
  'a redeem': () => ({ amount: '5', walletId: walletId() }),
} as const
const paths = { 'a mint': '/mint', 'a redeem': '/redeem' } as Partial<Record<keyof typeof verbs, string>>

async function pay(verb: keyof typeof verbs = 'a transfer of STABLE', key = 'k') {
  const answer = await tester.ask('POST', paths[verb] ?? '/transfer', verbs[verb](), { 'idempotency-key': key })
  const body = (await answer.json()) as { data?: object; error?: { code: string; details: { reason?: string }[] } }
  return { status: answer.status, ...body }
}
const weiOf = (address: Address) => world.chain.ledger.holder(address).wei
/** What the faucet gave the wallet: each is a transaction of the account. */
const gifts = async () =>
  (await tester.api.listTransactions({ walletId: paid.id, type: 'FUND' })).items.map(({ status, amount }) => [
    status,
    amount,
  ])
const payments = async () =>
  (await tester.api.listTransactions({ walletId: paid.id })).items.filter(({ type }) => type !== 'FUND')

test.each(Object.keys(verbs) as (keyof typeof verbs)[])(
  'who was paid and has no ETH can pay: %s gets its gas first, once',
  async (verb) => {
    expect(weiOf(paid.address)).toBe(0n)
    expect((await pay(verb)).status).toBe(201)
    expect(weiOf(paid.address)).toBeGreaterThan(0n)
    expect((await pay('a transfer of STABLE', 'another')).status).toBe(201)
    expect(await gifts()).toEqual([['SETTLED', '0']])
  },
)

test('ten payments at once of a wallet without gas get it once, and all are paid', async () => {
  const keys = Array.from({ length: 10 }, (_, at) => `k${at}`)
  const bodies = await Promise.all(
    keys.map((key) =>
      tester
        .ask('POST', '/transfer', { ...verbs['a transfer of STABLE'](), amount: '1' }, { 'idempotency-key': key })
        .then((answer) => answer.status),
    ),
  )
  expect(bodies).toEqual(keys.map(() => 201))
  expect(await gifts()).toEqual([['SETTLED', '0']])
})

test.each([
  ['before legs are stored', 'before storing legs', 1],
  ['after the gas is stored', 'after storing legs', 1],
  ['before the payment is stored', 'before storing legs', 2],
  ['after the payment is stored', 'after storing legs', 2],
])('a gateway that ends %s gives no gas twice and pays once: the same call is made again', async (_, where, nth) => {
  let seen = 0
  world.step = (name) => {
    if (name === where && ++seen === nth) throw new Error('the process ended')
  }
  expect((await pay()).status).toBe(500)
  world.step = () => {}
  world.clock.pass(60_000)
  for (let tries = 0; tries < 5 && (await payments()).every(({ status }) => status !== 'SETTLED'); tries++) {
    await pay()
    world.clock.pass(2_000)
  }
  expect(await gifts()).toEqual([['SETTLED', '0']])
  expect((await payments()).map(({ status, amount }) => [status, amount])).toEqual([['SETTLED', '5']])
})

test('while gas is on its way nobody gives more, and the payment is not sent yet', async () => {
  world.config.SOTTO_RECEIPT_WAIT_MS = 0
  world.chain.ledger.automine = false
  const [one, other] = [await pay('a transfer of STABLE', 'a'), await pay('a transfer of STABLE', 'b')]
  expect([one.error?.code, other.error?.code]).toEqual(['overloaded', 'overloaded'])
  expect(await payments()).toEqual([])
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  world.clock.pass(5_000)
  expect((await pay('a transfer of STABLE', 'a')).status).toBe(201)
  expect(await gifts()).toEqual([['SETTLED', '0']])
})

test('payments at once that wait for gas wait beside one another, no longer than one of them may', async () => {
  const begun = world.clock.elapsed()
  world.chain.ledger.automine = false
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => pay('a transfer of STABLE', key)))
  expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'overloaded'))
  expect(world.clock.elapsed() - begun).toBeLessThan(2 * world.config.SOTTO_RECEIPT_WAIT_MS)
})

test('the gas and the payment wait together no longer than a payment may', async () => {
  world.config.SOTTO_RECEIPT_WAIT_MS = 60_000
  const { sleep, elapsed } = world.clock
  const begun = elapsed()
  let isGiven = false
  world.chain.ledger.automine = false
  world.clock.sleep = async (ms, signal) => {
    await sleep(ms, signal)
    if (!isGiven && elapsed() - begun >= 40_000) world.chain.ledger.mine()
    isGiven ||= elapsed() - begun >= 40_000
  }
  expect(await pay()).toMatchObject({ status: 201, data: { transaction: { status: 'PENDING' } } })
  expect(await gifts()).toEqual([['SETTLED', '0']])
  expect(elapsed() - begun).toBeLessThan(80_000)
})

test('the last gas of the day, for payments at once: all are paid', async () => {
  // Of two tanks the first went to the wallet that paid this one.
  world.config.SOTTO_LIMIT_GAS = 10n ** 17n
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => pay('a transfer of STABLE', key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await gifts()).toHaveLength(1)
})

const refusedForGas = { status: 400, error: { details: [{ path: 'walletId', reason: 'insufficient_gas' }] } }

test.each<[string, () => void]>([
  [
    'the operator has no ETH',
    () => {
      world.chain.ledger.holder(world.chain.operator.address).wei = 0n
    },
  ],
  [
    'the account has had its share of the day',
    () => {
      world.config.SOTTO_LIMIT_GAS = 1n
    },
  ],
  [
    'it is switched off',
    () => {
      world.config.SOTTO_SPONSOR_GAS = false
    },
  ],
  [
    'this is a live network, where nobody said that it should',
    () => {
      world.config.SOTTO_NETWORK = 'sepolia'
    },
  ],
])('where %s, the payment is refused as ever, and nothing is recorded', async (_, change) => {
  change()
  expect(await pay()).toMatchObject(refusedForGas)
  expect([await gifts(), await payments()]).toEqual([[], []])
})

test('what was given counts as what the faucet gave that day: after it the payment is refused as ever', async () => {
  // Of two tanks the first went to the wallet that paid this one.
  world.config.SOTTO_LIMIT_GAS = 10n ** 17n
  expect((await pay()).status).toBe(201)
  world.chain.ledger.holder(paid.address).wei = 0n
  expect(await pay('a transfer of STABLE', 'another')).toMatchObject(refusedForGas)
  expect(await gifts()).toHaveLength(1)
})

test('a gift that a database has lost comes back as that, and so does the payment that it was for', async () => {
  const { transaction } = (await pay()).data as { transaction: { id: string } }
  const [gift] = (await tester.api.listTransactions({ walletId: paid.id, type: 'FUND' })).items
  const ids = [gift?.id ?? '', transaction.id]
  await forget(world, ids)
  const nonce = world.chain.ledger.holder(paid.address).nonce
  expect(await pay()).toMatchObject({ status: 201, data: { transaction: { id: transaction.id } } })
  await reconcileAtStart(world, 'operator')
  expect((await tester.api.getTransaction({ id: gift?.id ?? '' })).transaction).toMatchObject({
    ...{ type: 'FUND', status: 'SETTLED', amount: '0', txHash: gift?.txHash },
  })
  expect([await gifts(), world.chain.ledger.holder(paid.address).nonce]).toEqual([[['SETTLED', '0']], nonce])
})

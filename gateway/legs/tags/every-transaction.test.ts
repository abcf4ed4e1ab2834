import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { callOfSent } from '../../chain/fake/calls.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { NOTHING_GAS } from '../commit-call.ts'
import { readTag } from './tag.ts'

const to: Address = `0x${'1'.repeat(40)}`
let world: TestWorld
let tester: Tester
let walletId: string

async function begin(mode: 'backed' | 'float' = 'float') {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: mode })
  tester = await createTester(world)
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  walletId = (await walletWithMoney(tester)).id
  world.chain.broadcasts.length = 0
}

beforeEach(() => begin())

const tagIn = (sent: Sent) => {
  const { sender, nonce } = sent
  return readTag(world.keys, { chainId: world.chain.chainId, sender, nonce }, callOfSent(sent))
}
const tags = () => world.chain.broadcasts.map(tagIn)
const read = async (id: string, passMs = 4_000) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}
const keyed = { headers: { 'idempotency-key': 'order 1' } }

describe('whatever is signed says whose it is', () => {
  test.each([
    ['FUND', () => tester.api.fund({ walletId, amount: '3' })],
    ['MINT', () => tester.api.mint({ walletId, amount: '3' })],
    ['TRANSFER', () => tester.api.transfer({ walletId, to, amount: '3' })],
    ['TRANSFER', () => tester.api.transfer({ walletId, to, amount: '3', token: 'STABLE' })],
  ] as const)('a %s', async (type, pay) => {
    const { transaction } = await pay()
    expect(tags()).toEqual([{ row: transaction.id, type, role: 'call', digest: null }])
  })

  test.each(['float', 'backed'] as const)('a redeem (%s) and its payout', async (mode) => {
    await begin(mode)
    const { transaction } = await tester.api.redeem({ walletId, amount: '3' })
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLED' })
    const of = { row: transaction.id, type: 'REDEEM', digest: null }
    expect(tags()).toEqual([
      { ...of, role: 'call' },
      { ...of, role: 'settlement' },
    ])
  })

  test('a cancellation, and its replacement with higher fees', async () => {
    const { ledger } = world.chain
    ledger.automine = false
    const { transaction } = await tester.api.transfer({ walletId, to, amount: '3' })
    await tester.api.cancelTransaction({ id: transaction.id })
    ledger.mineEmpty()
    await read(transaction.id, 60_000)
    const of = { row: transaction.id, type: 'TRANSFER', digest: null }
    const [call, cancelled, dearer] = world.chain.broadcasts
    expect([...new Set(tags().map((tag) => tag?.role))]).toEqual(['call', 'cancellation'])
    for (const tag of tags()) expect(tag).toMatchObject(of)
    expect([call?.hash === cancelled?.hash, cancelled?.nonce]).toEqual([false, call?.nonce])
    expect([dearer?.tail, dearer?.hash === cancelled?.hash]).toEqual([cancelled?.tail, false])
  })

  test('a payment that bids more has the same tag', async () => {
    const { ledger } = world.chain
    ledger.automine = false
    const { transaction } = await tester.api.transfer({ walletId, to, amount: '3' })
    ledger.mineEmpty()
    await read(transaction.id, 60_000)
    const [first, second] = world.chain.broadcasts
    expect(first?.hash).not.toBe(second?.hash)
    expect(second?.tail).toBe(first?.tail)
    expect(tags()[1]).toMatchObject({ row: transaction.id, role: 'call' })
  })

  test('what fills a gap among the nonces', async () => {
    const { ledger } = world.chain
    const address = (await tester.api.getWallet({ id: walletId })).wallet.address as Address
    const action = { do: 'transfer', to, units: '1' } as const
    ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: address, nonce: ledger.holder(address).nonce, action, cost: 0n })
    const { transaction } = await tester.api.transfer({ walletId, to, amount: '3', token: 'STABLE' })
    ledger.rollback(2)
    await world.db.deleteFrom('unattributed').execute()
    world.chain.faults.broadcast = ({ hash }) => (hash === transaction.txHash ? 'lost' : 'accepted')
    await read(transaction.id, 60_000)
    await read(transaction.id, 60_000)
    const filler = { row: transaction.id, type: 'TRANSFER', role: 'gap filler', digest: null }
    expect(tags()).toContainEqual(filler)
  })
})

test('under a key a payment has the same ID in every copy of the data, with a digest of the request', async () => {
  const body = { walletId, to, amount: '3' }
  const answer = await tester.ask('POST', '/transfer', body, keyed.headers)
  const { transaction } = ((await answer.json()) as { data: { transaction: { id: string } } }).data
  const [tag] = tags()
  expect(tag).toMatchObject({ row: transaction.id, type: 'TRANSFER', role: 'call' })
  expect(tag?.digest).toMatch(/^[0-9a-f]{16}$/)
})

test('a payment that fails before anything is signed leaves the ID of its key to the next one', async () => {
  world.chain.faults.chainAway = true
  const body = { walletId, to, amount: '3' }
  const failed = await tester.ask('POST', '/transfer', body, keyed.headers)
  expect(failed.status).toBe(502)
  const first = ((await failed.json()) as { error: { details: { transaction: { id: string } } } }).error.details
  world.chain.faults.chainAway = false
  const made = await tester.ask('POST', '/transfer', body, keyed.headers)
  expect(made.status).toBe(201)
  const second = ((await made.json()) as { data: { transaction: { id: string } } }).data
  expect(tags()).toMatchObject([{ row: second.transaction.id }])
  expect(first.transaction.id).not.toBe(second.transaction.id)
})

test('gas is asked for with as many bytes, and a transfer of nothing has enough for its tag', async () => {
  const asked: Hex[] = []
  const { estimate } = world.chain
  world.chain.estimate = async (sender, call, block) => {
    asked.push(call.data)
    return estimate(sender, call, block)
  }
  await tester.api.transfer({ walletId, to, amount: '3', token: 'STABLE' })
  const [sent] = world.chain.broadcasts
  expect(asked.map((data) => data.length)).toEqual([sent && callOfSent(sent).data.length])
  expect(NOTHING_GAS).toBeGreaterThanOrEqual(21_000n + 40n * 40n)
})

import { type CompiledQuery, Kysely } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import {
  createTester,
  createTestWorld,
  newsOf,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { wrongTotals } from '../totals-store.ts'

let world: TestWorld
let alice: Tester
let bob: Tester
let till: { id: string; address: Address }
let purse: { id: string; address: Address }

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_RECEIPT_WAIT_MS: '2000',
    SOTTO_LIMIT_READS: '10000',
    SOTTO_LIMIT_WRITES: '10000',
  })
  alice = await createTester(world)
  bob = await createTester(world, {}, alice.app)
  till = await walletWithMoney(alice)
  purse = await newWallet(bob)
})

async function newWallet({ api }: Tester) {
  const { id, address } = (await api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

const received = async ({ api }: Tester) => (await api.listTransactions({ direction: 'in' })).items
const pay = (amount: string, to: string, token = 'cSTABLE') =>
  alice.api.transfer({ walletId: till.id, amount, to, token }).then(({ transaction }) => transaction)

describe('a payment between accounts of one gateway', () => {
  test.each(['cSTABLE', 'STABLE'])('in %s is a row of the receiver when it settles', async (token) => {
    const sent = await pay('2.5', purse.address, token)
    expect(sent).toMatchObject({ status: 'SETTLED', from: till.address, to: purse.address })
    const [row, ...rest] = await received(bob)
    expect(rest).toEqual([])
    const block = world.chain.ledger.mined.get(sent.txHash as `0x${string}`)?.receipt.block ?? 0
    const at = new Date(world.chain.ledger.timeOf(block) * 1000).toISOString()
    expect(row).toEqual({
      ...{ id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/), type: 'RECEIVE', status: 'SETTLED', amount: '2.5', token },
      ...{
        txHash: sent.txHash,
        cancelledByTxHash: null,
        settlementTxHash: null,
        gasFee: null,
        settlementGasFee: null,
        batchId: null,
        walletId: purse.id,
      },
      ...{ createdAt: at, updatedAt: at, from: till.address, to: purse.address, waitingFor: null, externalId: null },
      note: null,
    })
    expect(await bob.api.getTransaction({ id: row?.id ?? '' })).toEqual({ transaction: row })
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('leaves the lists of the sender, and the default list of the receiver, as they are', async () => {
    await pay('2.5', purse.address)
    expect((await alice.api.listTransactions({})).items.map(({ type }) => type).sort()).toEqual([
      'FUND',
      'MINT',
      'TRANSFER',
    ])
    expect(await received(alice)).toEqual([])
    expect((await bob.api.listTransactions({})).total).toBe(0)
    expect((await bob.api.listTransactions({ type: 'RECEIVE' })).total).toBe(1)
    expect((await bob.api.listTransactions({ direction: 'all', walletId: purse.id })).total).toBe(1)
    expect((await bob.api.listTransactions({ direction: 'in', status: 'FAILED' })).total).toBe(0)
    expect((await bob.api.listTransactions({ direction: 'in', externalId: 'x' })).total).toBe(0)
  })

  test('that fails brings nothing', async () => {
    world.chain.ledger.holder(till.address).handle = `0x${'0'.repeat(64)}`
    await alice.ask('POST', '/transfer', { walletId: till.id, amount: '1', to: purse.address })
    expect(await received(bob)).toEqual([])
  })

  test('is for the receiver to cancel no more than any other', async () => {
    await pay('1', purse.address)
    const [row] = await received(bob)
    await expect(bob.api.cancelTransaction({ id: row?.id ?? '' })).rejects.toMatchObject({ code: 'not_cancellable' })
    await expect(alice.api.getTransaction({ id: row?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('between wallets of one account it is two rows', async () => {
  const other = await newWallet(alice)
  await pay('1', other.address)
  const { items, total } = await alice.api.listTransactions({ direction: 'all' })
  expect(total).toBe(4)
  expect(items.map(({ type, walletId }) => [type, walletId]).sort()).toEqual([
    ['FUND', till.id],
    ['MINT', till.id],
    ['RECEIVE', other.id],
    ['TRANSFER', till.id],
  ])
})

test('an account that only watches the receiver sees the payment, and of a confidential one no amount', async () => {
  await bob.api.createWallet({ type: 'external', address: till.address })
  const carol = await createTester(world, {}, alice.app)
  await carol.api.createWallet({ type: 'external', address: purse.address })
  await pay('1', purse.address)
  await pay('2', purse.address, 'STABLE')
  const seen = (await received(carol)).map(({ token, amount, waitingFor }) => [token, amount, waitingFor])
  expect(seen.sort()).toEqual([
    ['STABLE', '2', null],
    ['cSTABLE', null, null],
  ])
  expect((await received(bob)).map(({ amount }) => amount).sort()).toEqual(['1', '2'])
})

test('an archived wallet receives no rows any more', async () => {
  const { wallet } = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
  await bob.api.deleteWallet({ id: wallet.id })
  await pay('1', wallet.address, 'STABLE')
  expect(await received(bob)).toEqual([])
})

test('neither the faucet, nor a mint, nor a redeem is income', async () => {
  await alice.api.redeem({ walletId: till.id, amount: '5' })
  world.clock.pass(2_000)
  await alice.api.listTransactions({})
  expect((await alice.api.listTransactions({ type: 'REDEEM' })).items[0]?.status).toBe('SETTLED')
  expect(await received(alice)).toEqual([])
})

test('a reorganisation takes the row with the block, and the same row comes back with the payment', async () => {
  const sent = await pay('2.5', purse.address)
  const [before] = await received(bob)
  world.chain.ledger.rollback(1)
  world.clock.pass(2_000)
  const faults = world.chain.faults
  faults.broadcast = () => 'lost'
  expect((await alice.api.getTransaction({ id: sent.id })).transaction).toMatchObject({
    status: 'SETTLED',
    waitingFor: 'confirmation',
  })
  expect(await received(bob)).toEqual([])
  expect(await wrongTotals(world.db)).toEqual([])
  delete faults.broadcast
  for (let looks = 0; looks < 5; looks++) {
    world.clock.pass(60_000)
    await alice.api.getTransaction({ id: sent.id })
  }
  const after = await received(bob)
  expect(after).toMatchObject([{ id: before?.id, amount: '2.5', txHash: sent.txHash }])
  expect(await wrongTotals(world.db)).toEqual([])
  const told = await newsOf(world, bob.accountId)
  expect(told.map(({ kind }) => kind)).toEqual([
    'transaction',
    'balance',
    'removed',
    'balance',
    'transaction',
    'balance',
  ])
})

test('two who pay each other take the heads of their accounts in one order', async () => {
  const paid = await walletWithMoney(bob)
  const executed = vi.spyOn(Kysely.prototype, 'executeQuery')
  onTestFinished(() => executed.mockRestore())
  /** Whose heads were taken, in order, since this was asked last. */
  const heads = () => {
    const queries = executed.mock.calls.map(([query]) => query as CompiledQuery)
    executed.mockClear()
    return queries
      .filter(({ sql }) => sql.startsWith('insert into "outbox_heads"'))
      .map(({ parameters }) => parameters[0])
  }
  const both = [alice.accountId, bob.accountId].sort()
  await pay('1', purse.address)
  expect(heads()).toEqual([alice.accountId, ...both])
  await bob.api.transfer({ walletId: paid.id, amount: '1', to: till.address })
  expect(heads()).toEqual([bob.accountId, ...both])
})

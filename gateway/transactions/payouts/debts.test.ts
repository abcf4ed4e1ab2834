import { CompiledQuery } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { revertOf } from '../../chain/revert.ts'
import { SearchUnfinished } from '../../chain/unavailable.ts'
import { describeOwed } from '../../cli/commands/owed.ts'
import type { Sealed } from '../../crypto/keyring.ts'
import { MARK } from '../../db/schema/marks.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { round } from '../worker.ts'
import { askAboutAll } from './by-hand/ask-about-all.ts'
import { paidMeanwhile } from './by-hand/outcome.ts'
import { listOwed, listUnpaid, paidOnChain } from './debts.ts'
import { marked, note, resolveDebt } from './debts-store.ts'

const FLOAT = 100_000_000n
const HOUR = 60 * 60_000

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  world.chain.ledger.holder(world.chain.operator.address).stable = FLOAT
})

const float = () => world.chain.ledger.holder(world.chain.operator.address)

/** Every payout is mined and reverts; before the next one the float is there again. */
async function redeemThatReverts(looks: number): Promise<string> {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.chain.faults.broadcast = ({ action }) => {
    if (action.do === 'transfer') float().stable = 0n
    return 'accepted'
  }
  for (let count = 0; count < looks; count++) {
    world.clock.pass(HOUR)
    await tester.api.getTransaction(transaction)
    float().stable = FLOAT
  }
  delete world.chain.faults.broadcast
  return transaction.id
}

const payouts = () =>
  new Set(world.chain.broadcasts.flatMap((sent) => (sent.action.do === 'transfer' ? sent.hash : []))).size

const read = async (id: string, passMs = 1_100) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

describe('a payout that reverts again and again', () => {
  test('for a reason that passes is tried until it is paid', async () => {
    const id = await redeemThatReverts(8)
    expect(payouts()).toBeGreaterThan(3)
    await read(id, HOUR)
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
    expect(await listOwed(world.db, world.keys)).toEqual([])
  })

  test('is tried ever more seldom, so that it does not burn the gas of the operator', async () => {
    await redeemThatReverts(1)
    world.chain.faults.broadcast = ({ action }) => {
      if (action.do === 'transfer') float().stable = 0n
      return 'accepted'
    }
    for (let rounds = 0; rounds < 300; rounds++) {
      float().stable = FLOAT
      world.clock.pass(2_000)
      await round(world)
    }
    // Ten minutes: at first, and after 30, 60, 120 and 240 seconds.
    expect(payouts()).toBe(5)
  })

  test('for one that does not is owed until somebody notes that it was paid', async () => {
    world.chain.revertReason = async () => revertOf('ERC20InvalidReceiver')
    const id = await redeemThatReverts(8)
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('ERC20InvalidReceiver') })
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(40_000_000n)
    const owed = await listOwed(world.db, world.keys)
    expect(owed).toMatchObject([{ id, units: 10_000_000n, token: 'cSTABLE', address: wallet.address }])
    expect(describeOwed({ debts: owed, unpaid: [] })).toContain(`${id}  10 cSTABLE  to ${wallet.address}`)

    await resolveDebt(world.db, id, world.clock.now())
    expect(await listOwed(world.db, world.keys)).toEqual([])
    await expect(resolveDebt(world.db, id, world.clock.now())).rejects.toThrow('Nothing is owed')
    expect((await read(id)).status).toBe('FAILED')
  })
})

test('a debt that somebody has paid on chain meanwhile is told apart', async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  const { id, address } = await walletWithMoney(tester)
  const { transaction } = await tester.api.redeem({ walletId: id, amount: '10' })
  await world.db
    .updateTable('transactions')
    .set({ status: 'FAILED', owed: 1 })
    .where('id', '=', transaction.id)
    .execute()
  expect(await paidOnChain(world, transaction.id)).toBeUndefined()
  const [request] = world.chain.ledger.requests.keys()
  if (request === undefined) throw new Error('nothing was burned')
  const hash = `0x${'fe'.repeat(32)}` as const
  const action = { do: 'finalize', request, units: '10000000' } as const
  world.chain.ledger.take({ hash, sender: `0x${'1'.repeat(40)}`, nonce: 0, action, cost: 0n })
  const paid = await paidOnChain(world, transaction.id)
  expect(paid).toBe(hash)
  const debts = await listOwed(world.db, world.keys)
  expect(describeOwed({ debts, unpaid: [], paid: new Map([[transaction.id, hash]]) })).toContain(
    `to ${address}  PAID on chain meanwhile`,
  )
  expect(describeOwed({ debts, unpaid: [] })).toContain('could not be asked')
})

test('a debt of which the chain does not say whether it was paid takes no other with it', async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const ids = []
  for (const amount of ['10', '11']) ids.push((await tester.api.redeem({ walletId, amount })).transaction.id)
  await world.db.updateTable('transactions').set({ status: 'FAILED', owed: 1 }).where('id', 'in', ids).execute()
  const [first, second] = world.chain.ledger.requests.keys()
  const hash = `0x${'fe'.repeat(32)}` as const
  world.chain.finalized = async (request) => {
    if (request === first) throw new SearchUnfinished('ask again')
    return request === second ? { hash, block: 1, units: 11_000_000n } : undefined
  }
  const found = await paidMeanwhile(world)
  expect(found).toEqual({ paid: new Map([[ids[1], hash]]), unknown: new Set([ids[0]]) })
  const text = describeOwed({ debts: await listOwed(world.db, world.keys), unpaid: [], ...found })
  expect(text).toContain(`PAID on chain meanwhile, by ${hash}`)
  expect(text).toContain('could not be asked')
})

test('what is still being paid out is told with what it waits for', async () => {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  float().stable = 0n
  await read(transaction.id)
  const unpaid = await listUnpaid(world.db, world.keys)
  expect(unpaid).toMatchObject([{ id: transaction.id, units: 10_000_000n, waitingFor: 'operator_liquidity' }])
  expect(describeOwed({ debts: [], unpaid, paid: new Map() })).toMatch(
    /^Nothing is owed\.\nBeing paid out.*\n.* waits for operator liquidity since /,
  )
  float().stable = FLOAT
  await read(transaction.id)
  expect((await read(transaction.id)).status).toBe('SETTLED')
  expect(await listUnpaid(world.db, world.keys)).toEqual([])
})

test('what is owed is found by an index that holds nothing else', async () => {
  for (const list of ['owed', 'mined after all'] as const) {
    const { sql: text, parameters } = marked(world.db, list).orderBy('transactions.createdAt').compile()
    const plan = await world.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    expect(plan.rows.map(({ detail }) => detail).join('\n')).toContain('transactions_owed (owed=?)')
  }
})

/** A database in which something else happens between the first answer and what is written on it. */
function overtaken(happens: () => Promise<unknown>) {
  let answers = 0
  return world.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++answers === 1) await happens()
      return result
    },
  })
}

test('a debt that turns out to be mined after all while it is noted as paid is off the list all the same', async () => {
  world.chain.revertReason = async () => revertOf('ERC20InvalidReceiver')
  const id = await redeemThatReverts(8)
  const db = overtaken(() => note(world.db, id, 'minedAfterAll'))
  await resolveDebt(db, id, world.clock.now())
  expect(await world.db.selectFrom('transactions').select('owed').where('id', '=', id).execute()).toEqual([
    { owed: MARK.resolved },
  ])
})

test('a debt that somebody has altered is named, and keeps no other from being listed and asked about', async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const owe = async (owed: 0 | 1) => {
    const { id } = (await tester.api.redeem({ walletId, amount: '10' })).transaction
    await world.db.updateTable('transactions').set({ status: 'FAILED', owed }).where('id', '=', id).execute()
    return id
  }
  const [altered, failed, other] = [await owe(1), await owe(0), await owe(1)]
  await world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('id', 'in', [altered, failed])
    .execute()
  const request = [...world.chain.ledger.requests.keys()].at(-1)
  if (request === undefined) throw new Error('nothing was burned')
  const hash = `0x${'fe'.repeat(32)}` as const
  const action = { do: 'finalize', request, units: '10000000' } as const
  world.chain.ledger.take({ hash, sender: `0x${'1'.repeat(40)}`, nonce: 0, action, cost: 0n })

  const asked = await askAboutAll(world)
  const named = new Set<string>()
  const debts = await listOwed(world.db, world.keys, (id) => named.add(id))
  expect(debts.map(({ id }) => id)).toEqual([other])
  const said = describeOwed({ debts, unpaid: [], altered: named, ...asked })
  expect(said).toContain(`PAID on chain meanwhile, by ${hash}`)
  expect(said).toContain(
    `altered these in the database, and they may be owed: find out why, or restore a backup.\n  ${altered}`,
  )
  expect(said).not.toContain('could not be asked')
})

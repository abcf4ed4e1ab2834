import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import { createApp } from '../app.ts'
import type { Database } from '../db/database.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../testing/test-world.ts'
import { gasReserved } from '../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import { reconcileAtStart } from '../transactions/rebuilding/keep-reconciling-fixture.ts'
import { findTransaction } from '../transactions/store.ts'
import { createLocks } from '../world/locks.ts'
import { operatorWallet } from './operator-wallet.ts'
import { redeem } from './redeem.ts'

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

async function begin(mode: 'backed' | 'float') {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    (error: { code: string }) => error.code,
  )

describe.each(['backed', 'float'] as const)("the operator's gas (%s)", (mode) => {
  const purse = () => world.chain.ledger.holder(world.chain.operator.address)
  beforeEach(() => begin(mode))

  async function gasFor(payouts: bigint) {
    const { maxFee } = await world.chain.fees()
    purse().wei = gasReserved({ payouts, stable: 0n }, maxFee)
  }

  test('for one payout accepts one burn, not ten', async () => {
    await gasFor(1n)
    const all = Array.from({ length: 10 }, () => code(tester.api.redeem({ walletId: wallet.id, amount: '1' })))
    const answers = await Promise.all(all)
    expect(answers.filter((one) => one === 'made')).toHaveLength(1)
    expect(answers.filter((one) => one === 'redeem_settlement_failed')).toHaveLength(9)
    expect(await operatorReserved(world)).toMatchObject({ payouts: 1n })
  })

  test('that was promised is not given away by the faucet', async () => {
    await gasFor(1n)
    await tester.api.redeem({ walletId: wallet.id, amount: '1' })
    expect(await code(tester.api.fund({ walletId: wallet.id, amount: '1' }))).toBe('fund_failed')
    purse().wei = 10n ** 18n
    expect(await code(tester.api.fund({ walletId: wallet.id, amount: '1' }))).toBe('made')
  })

  test('that was promised is left when the faucet has given a full tank, in turn and at once', async () => {
    const empty = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
    const full = 50_000_000_000_000_000n
    world.chain.faults.unpublished = true
    await gasFor(1n)
    purse().wei += full
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
    expect(await code(tester.api.fund({ walletId: empty, amount: '1' }))).toBe('fund_failed')

    await gasFor(2n)
    purse().wei += full
    const both = [
      tester.api.fund({ walletId: empty, amount: '1' }),
      tester.api.redeem({ walletId: wallet.id, amount: '1' }),
    ]
    expect((await Promise.all(both.map(code))).filter((one) => one === 'made')).toHaveLength(1)

    world.chain.faults.unpublished = false
    world.clock.pass(2_000)
    expect((await tester.api.getTransaction(transaction)).transaction).toMatchObject({ status: 'SETTLED' })
  })
})

describe('two processes on one database, each with locks of its own, promise at once', () => {
  const purse = () => world.chain.ledger.holder(world.chain.operator.address)
  let beside: Tester
  let others: { id: string; address: Address }

  async function beginBeside(mode: 'backed' | 'float') {
    await begin(mode)
    others = await walletWithMoney(tester)
    beside = testerOf(tester, createApp({ ...world, locks: createLocks() }))
  }

  const both = (amount: string) =>
    Promise.all([
      code(tester.api.redeem({ walletId: wallet.id, amount })),
      code(beside.api.redeem({ walletId: others.id, amount })),
    ])

  test('a float to one redeem', async () => {
    await beginBeside('float')
    purse().stable = 10_000_000n
    expect((await both('10')).sort()).toEqual(['made', 'redeem_settlement_failed'])
    expect(await operatorReserved(world)).toEqual({ payouts: 1n, stable: 10_000_000n })
  })

  test('a float that is enough for both, to both', async () => {
    await beginBeside('float')
    purse().stable = 20_000_000n
    expect(await both('10')).toEqual(['made', 'made'])
    expect(await operatorReserved(world)).toEqual({ payouts: 2n, stable: 20_000_000n })
  })

  test.each(['backed', 'float'] as const)('gas for one payout to one redeem (%s)', async (mode) => {
    await beginBeside(mode)
    purse().wei = gasReserved({ payouts: 1n, stable: 0n }, (await world.chain.fees()).maxFee)
    expect((await both('1')).sort()).toEqual(['made', 'redeem_settlement_failed'])
    expect(await operatorReserved(world)).toMatchObject({ payouts: 1n })
  })

  test.each([
    ['faucet', 'redeem'],
    ['redeem', 'faucet'],
  ] as const)('gas for one of two, where the %s has looked and the %s was quicker', async (slow, quick) => {
    await beginBeside('backed')
    const { promise: isStored, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: hasLooked, resolve: looked } = Promise.withResolvers<void>()
    const db = heldUp(world.db as Database, () => {
      looked()
      return isStored
    })
    const late = testerOf(tester, createApp({ ...world, locks: createLocks(), db }))
    purse().wei = gasReserved({ payouts: 2n, stable: 0n }, (await world.chain.fees()).maxFee) - 1n
    // Once it is mined it has cost less than it could have, which leaves enough for both.
    world.chain.ledger.automine = false
    const ask = {
      faucet: ({ api }: Tester) => code(api.fund({ walletId: others.id, amount: '1' })),
      redeem: ({ api }: Tester) => code(api.redeem({ walletId: wallet.id, amount: '1' })),
    }
    const told = ask[slow](late)
    await hasLooked
    expect(await ask[quick](tester)).toBe('made')
    goOn()
    expect(await told).toBe(slow === 'faucet' ? 'fund_failed' : 'redeem_settlement_failed')
  })
})

/** The same database, whose transactions wait for something before they begin. */
function heldUp(db: Database, wait: () => Promise<void>): Database {
  const transaction = () => ({
    execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
      await wait()
      return db.transaction().execute(work)
    },
  })
  return new Proxy(db, {
    get(_, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
}

test('a transfer to the operator would join the float and be owed to nobody: it is refused', async () => {
  await begin('float')
  const to = world.chain.operator.address
  for (const token of ['STABLE', 'cSTABLE']) {
    expect(await code(tester.api.transfer({ walletId: wallet.id, amount: '1', to, token }))).toBe('validation_error')
  }
  const { wallet: watched } = await tester.api.createWallet({ type: 'external', address: to })
  expect(await code(tester.api.transfer({ walletId: wallet.id, amount: '1', toWalletId: watched.id }))).toBe(
    'validation_error',
  )
})

test('an unwrap of the operator that was killed after its burn is finished by the next start, without a worker', async () => {
  await begin('float')
  await tester.api.redeem({ walletId: wallet.id, amount: '10' }).then(({ transaction }) => {
    world.clock.pass(2_000)
    return tester.api.getTransaction(transaction)
  })
  const backed = { ...world, config: { ...world.config, SOTTO_REDEEM_MODE: 'backed' as const } }
  const { caller, walletId } = await operatorWallet(backed, world.chain.operator)
  const { id, status } = await redeem(backed, caller, { walletId, amount: '10' })
  expect(status).toBe('SETTLING')
  const before = world.chain.ledger.holder(world.chain.operator.address).stable
  await reconcileAtStart(world, OPERATOR_ACCOUNT)
  expect(await findTransaction(world.db, world.keys, id)).toMatchObject({ status: 'SETTLED' })
  expect(world.chain.ledger.holder(world.chain.operator.address).stable).toBe(before + 10_000_000n)
})

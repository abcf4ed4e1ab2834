import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TransactionQuery } from '#shared/api/transactions.ts'
import { Direction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import { atomically } from '../db/database.ts'
import { onPostgres } from '../testing/postgres/databases.ts'
import { createTester, createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { directionOf, pageOfTransactions } from './list-store.ts'
import { unmarked } from './states-fixture.ts'
import { findTransaction } from './store.ts'
import { addToTotal, setTotals, totalsByKind, wrongTotals } from './totals-store.ts'
import { insertTransaction, moveTransaction } from './write-store.ts'

const types = TransactionType.options
const statuses = TransactionStatus.options
const directions = Direction.options

/** A world with an account and two wallets, and rows of it of any kind, several made in the same millisecond. */
async function stage() {
  const world = await createTestWorld()
  const { api, accountId } = await createTester(world)
  const wallets = [await api.createWallet({ type: 'custodial' }), await api.createWallet({ type: 'custodial' })]
  const ids: string[] = []
  const insert = async (wallet: number, type: (typeof types)[number], at: number) => {
    const id = world.newId()
    const row = { id, accountId, walletId: wallets[wallet]?.wallet.id ?? '', type, status: 'PENDING' as const }
    const rest = { units: 1n, token: 'STABLE', confidential: false, from: null, to: null, txHash: null, error: null }
    const now = world.clock.now() + at
    await atomically(world.db, (trx) =>
      insertTransaction(trx, world.keys, { ...row, ...rest, externalId: `${at}`, now }),
    )
    ids.push(id)
  }
  const move = async (index: number, status: (typeof statuses)[number]) => {
    const row = await findTransaction(world.db, world.keys, ids[index % Math.max(1, ids.length)] ?? '')
    if (row !== undefined)
      await moveTransaction(world.db, world.keys, row, { state: unmarked(status), waitingFor: null }, 1)
  }
  return { world, accountId, wallets: wallets.map(({ wallet }) => wallet.id), insert, move }
}

const insertion = fc.tuple(fc.constant('insert' as const), fc.nat(1), fc.constantFrom(...types), fc.nat(5))
const move = fc.tuple(fc.constant('move' as const), fc.nat(50), fc.constantFrom(...statuses))

// It would make a database for each of its runs.
test.skipIf(onPostgres)(
  'whatever is written and moved, also at once, totals are what is in the table, and pages from either end are the list',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(insertion, move), { minLength: 5, maxLength: 40, size: 'max' }),
        async (steps) => {
          const { world, accountId, wallets, ...act } = await stage()
          for (let at = 0; at < steps.length; at += 3) {
            const together = steps.slice(at, at + 3)
            await Promise.all(
              together.map((step) =>
                step[0] === 'insert' ? act.insert(step[1], step[2], step[3]) : act.move(step[1], step[2]),
              ),
            )
          }
          expect(await wrongTotals(world.db)).toEqual([])
          await expectPages(world, accountId, wallets)
          await world.db.destroy()
        },
      ),
      { numRuns: 25 },
    )
  },
)

type Row = { walletId: string; type: string; status: string; externalId: string | null; createdAt: number }
type Filters = Omit<TransactionQuery, 'walletId' | 'direction' | 'page' | 'pageSize'>

/** Of every filter some values, and which rows each lets through: a filter without a line does not compile. */
const filters: {
  [Name in keyof Filters]-?: {
    values: readonly NonNullable<Filters[Name]>[]
    lets(row: Row, value: NonNullable<Filters[Name]>): boolean
  }
} = {
  type: { values: types, lets: ({ type }, value) => type === value },
  status: { values: statuses, lets: ({ status }, value) => status === value },
  externalId: { values: ['3'], lets: ({ externalId }, value) => externalId === value },
  from: { values: ['2026-01-01T00:00:00.002Z'], lets: ({ createdAt }, value) => createdAt >= Date.parse(value) },
  to: { values: ['2026-01-01T00:00:00.003Z'], lets: ({ createdAt }, value) => createdAt <= Date.parse(value) },
}

const filtered: { filter: Filters; lets(row: Row): boolean }[] = [
  { filter: {}, lets: () => true },
  ...Object.entries(filters).flatMap(([name, { values, lets }]) =>
    values.map((value) => ({ filter: { [name]: value }, lets: (row: Row) => lets(row, value as never) })),
  ),
]

async function expectPages(world: TestWorld, accountId: string, wallets: string[]): Promise<void> {
  const whole = await world.db.selectFrom('transactions').selectAll().execute()
  whole.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const directed = filtered.flatMap(({ filter, lets }) => [
    { filter, lets },
    ...directions.map((direction) => ({ filter: { ...filter, direction }, lets })),
  ])
  for (const walletIds of [null, wallets, wallets.slice(1)]) {
    for (const { filter, lets } of directed) {
      const direction = directionOf(filter)
      const fits = whole.filter(
        (row) =>
          (walletIds === null || walletIds.includes(row.walletId)) &&
          (direction === 'all' || (direction === 'in') === (row.type === 'RECEIVE')) &&
          lets(row),
      )
      for (let page = 1; page <= Math.ceil(fits.length / 3) + 1; page++) {
        const query = { ...filter, page, pageSize: 3 }
        const { items, total } = await pageOfTransactions(world.db, world.keys, accountId, walletIds, query)
        expect(total).toBe(fits.length)
        expect(items.map(({ id }) => id)).toEqual(fits.slice((page - 1) * 3, page * 3).map(({ id }) => id))
      }
    }
  }
}

test('what came in is listed where it is asked for, and nowhere else', () => {
  expect(directionOf({})).toBe('out')
  expect(directionOf({ type: 'MINT' })).toBe('out')
  expect(directionOf({ type: 'RECEIVE' })).toBe('in')
  expect(directionOf({ type: 'RECEIVE', direction: 'out' })).toBe('out')
  expect(directionOf({ direction: 'all' })).toBe('all')
})

test('a total that was edited by hand is found, named and set right', async () => {
  const { world, accountId, wallets, insert } = await stage()
  await insert(0, 'MINT', 0)
  const kind = { accountId: accountId, walletId: wallets[1] ?? '', type: 'FUND', status: 'FAILED' } as const
  await addToTotal(world.db, kind, 1)
  await world.db.updateTable('transactionTotals').set({ count: 7 }).where('type', '=', 'MINT').execute()
  const wrong = await wrongTotals(world.db)
  expect(wrong.map(({ type, count }) => [type, count]).sort()).toEqual([
    ['FUND', 0],
    ['MINT', 1],
  ])
  await setTotals(world.db, wrong)
  expect(await wrongTotals(world.db)).toEqual([])
  expect((await totalsByKind(world.db)).filter(({ count }) => count > 0)).toEqual([
    { type: 'MINT', status: 'PENDING', count: 1 },
  ])
})

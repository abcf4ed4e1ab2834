import { beforeEach, describe, expect, test } from 'vitest'
import type { Place } from '../crypto/keyring.ts'
import type { Database } from '../db/database.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let walletId: string
let id: string
/** Since the last time: how many statements were executed, and which values were unsealed. */
const costs = { statements: 0, unsealed: [] as string[] }

const countAnew = () => Object.assign(costs, { statements: 0, unsealed: [] })

/** Kysely passes every result through its plugins, also of statements compiled long ago. */
function counting(db: Database): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      costs.statements += 1
      return result
    },
  })
}

beforeEach(async () => {
  const quiet = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '1000' })
  const { open } = quiet.keys
  quiet.keys.open = (place: Place, sealed) => {
    costs.unsealed.push(`${place.table}.${place.column} ${place.row}`)
    return open.call(quiet.keys, place, sealed)
  }
  world = { ...quiet, db: counting(quiet.db as Database) }
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
  const to = `0x${'1'.repeat(40)}`
  for (const amount of ['1', '2', '3']) {
    id = (await tester.api.transfer({ walletId, amount, to, externalId: amount })).transaction.id
  }
  // Long enough ago that no read looks at the chain again.
  world.clock.pass(60 * 60_000)
  await tester.api.getMe({})
  // As another process, or this one after a restart, which knows nothing of those writes.
  world.keys = { ...world.keys }
  countAnew()
})

describe('a read by ID takes at most three statements: key, account, and what it is about', () => {
  test('a transaction', async () => {
    expect((await tester.api.getTransaction({ id })).transaction).toMatchObject({ amount: '3', status: 'SETTLED' })
    expect(costs.statements).toBe(3)
  })

  test('what there is not', async () => {
    await expect(tester.api.getTransaction({ id: `${id.slice(0, -4)}0000` })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(costs.statements).toBe(3)
  })

  test('oneself', async () => {
    await tester.api.getMe({})
    expect(costs.statements).toBe(2)
  })
})

describe('nothing is unsealed twice by a read', () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ['for a transaction', () => tester.api.getTransaction({ id }), 1],
    ['for a list', () => tester.api.listTransactions({}), 5],
    ['for wallets, of which nothing is', () => tester.api.listWallets({}), 0],
  ])('%s', async (_, ask, count) => {
    await ask()
    await ask()
    expect(costs.unsealed).toEqual([...new Set(costs.unsealed)])
    expect(costs.unsealed).toHaveLength(count)
  })
})

test('what a payment seals it does not unseal', async () => {
  await tester.api.transfer({ walletId, amount: '4', to: `0x${'1'.repeat(40)}` })
  expect(costs.unsealed.filter((what) => what.startsWith('transactions.amount'))).toEqual([])
})

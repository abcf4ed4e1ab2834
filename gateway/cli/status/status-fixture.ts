import { sql } from 'kysely'
import { expect } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { readConfig, type Source } from '../../config/config.ts'
import { atomically, type Database } from '../../db/database.ts'
import { setPolicy } from '../../policies/store.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { openStore } from '../open-store.ts'
import { operatorOf } from '../operator.ts'

/** An installation that has seen payments: one redeem from the float has no liquidity, and waits; one transfer does for a person. */
export async function installed(env: Source): Promise<void> {
  const config = readConfig({ ...env, SOTTO_REDEEM_MODE: 'float' })
  const store = await openStore(config)
  await operatorOf(store, config)
  const own = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
  const { db, keys, locks, requests, sharedNow, newId } = store
  const world = { ...own, db, keys, locks, requests, sharedNow, newId }
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const operator = own.chain.ledger.holder(own.chain.operator.address)
  operator.stable = 10n ** 9n
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
  operator.stable = 0n
  const waitingFor = async () => {
    own.clock.pass(90_000)
    return (await tester.api.getTransaction(transaction)).transaction.waitingFor
  }
  await expect.poll(waitingFor).toBe('operator_liquidity')
  await atomically(db, (trx) =>
    setPolicy(trx, world.keys, 'account', tester.accountId, Policy.parse({ approveAbove: '1' })),
  )
  const to = `0x${'e'.repeat(40)}` as const
  const asked = await tester.api.transfer({ walletId: wallet.id, amount: '2', token: 'STABLE', to })
  expect(asked.transaction.waitingFor).toBe('approval')
  await store.db.destroy()
}

/** Every row of every table, as text. */
export async function everyRow(env: Source): Promise<string> {
  const { db } = await openStore(readConfig(env))
  return rowsOf(db).finally(() => db.destroy())
}

async function rowsOf(db: Database): Promise<string> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).toSorted()
  const rows: unknown[] = []
  for (const name of tables) rows.push(name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows)
  return JSON.stringify(rows)
}

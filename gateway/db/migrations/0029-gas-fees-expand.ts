import type { Kysely } from 'kysely'

/** What the two transactions of a payment took in gas: as public as the chain that says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('gas_fee', 'text').execute()
  await db.schema.alterTable('transactions').addColumn('settlement_gas_fee', 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').dropColumn('settlement_gas_fee').execute()
  await db.schema.alterTable('transactions').dropColumn('gas_fee').execute()
}

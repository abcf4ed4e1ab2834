import { type Kysely, sql } from 'kysely'

/** Totals are kept, not counted; every filter of the list and what the worker asks has an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('transaction_totals')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('wallet_id', 'text', (c) => c.notNull().references('wallets.id'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('transaction_totals_key', ['account_id', 'wallet_id', 'type', 'status'])
    .execute()
  await sql`
    insert into transaction_totals (account_id, wallet_id, type, status, count)
    select account_id, wallet_id, type, status, count(*)
    from transactions group by account_id, wallet_id, type, status`.execute(db)

  const list = { by_type: 'type', by_status: 'status' } as const
  for (const owner of ['account', 'wallet'] as const)
    for (const [name, filter] of Object.entries(list))
      await schema
        .createIndex(`transactions_of_${owner}_${name}`)
        .on('transactions')
        .columns([`${owner}_id`, filter, 'created_at', 'id'])
        .execute()
  await schema.dropIndex('transactions_by_external_id').execute()
  await schema
    .createIndex('transactions_by_external_id')
    .on('transactions')
    .columns(['account_id', 'external_id', 'created_at', 'id'])
    .where(sql<boolean>`external_id is not null`)
    .execute()

  // What is in flight waits for something. An older version left that out now and then.
  await sql`
    update transactions set waiting_for = 'confirmation'
    where status in ('PENDING', 'SETTLING') and waiting_for is null`.execute(db)
  await schema
    .createIndex('transactions_in_flight')
    .on('transactions')
    .columns(['updated_at', 'waiting_for', 'created_at', 'id'])
    .where(sql<boolean>`waiting_for is not null`)
    .execute()
  await schema
    .createIndex('transactions_owed')
    .on('transactions')
    .columns(['owed', 'created_at', 'id'])
    .where(sql<boolean>`owed <> 0`)
    .execute()
  await schema
    .createIndex('transactions_failed')
    .on('transactions')
    .columns(['updated_at', 'owed', 'created_at', 'id'])
    .where(sql<boolean>`status = 'FAILED'`)
    .execute()
  await schema
    .createIndex('attempts_to_forget')
    .on('attempts')
    .column('created_at')
    .where(sql<boolean>`forgotten_at is null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema.dropIndex('attempts_to_forget').execute()
  for (const index of ['failed', 'owed', 'in_flight', 'by_external_id'])
    await schema.dropIndex(`transactions_${index}`).execute()
  for (const owner of ['account', 'wallet'])
    for (const name of ['type', 'status']) await schema.dropIndex(`transactions_of_${owner}_by_${name}`).execute()
  await schema
    .createIndex('transactions_by_external_id')
    .on('transactions')
    .columns(['account_id', 'external_id'])
    .where(sql<boolean>`external_id is not null`)
    .execute()
  await schema.dropTable('transaction_totals').execute()
}

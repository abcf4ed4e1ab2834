import { type Kysely, sql } from 'kysely'

/** Accounts, keys, wallets, transactions with their legs and attempts, and what the money calls remember. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('must_change_password', 'integer', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('last_login_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('wallet_ids', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute()

  await schema
    .createTable('wallets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('is_primary', 'integer', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('archived_at', 'bigint')
    .execute()
  await schema
    .createIndex('wallets_by_address')
    .on('wallets')
    .columns(['account_id', 'address'])
    .unique()
    .where(sql<boolean>`archived_at is null`)
    .execute()

  await schema
    .createTable('transactions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('wallet_id', 'text', (c) => c.notNull().references('wallets.id'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('confidential', 'integer', (c) => c.notNull())
    .addColumn('to_address', 'text')
    .addColumn('external_id', 'text')
    .addColumn('waiting_for', 'text')
    .addColumn('error', 'text')
    .addColumn('tx_hash', 'text')
    .addColumn('settlement_tx_hash', 'text')
    .addColumn('owed', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('transactions_by_account')
    .on('transactions')
    .columns(['account_id', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('transactions_by_wallet')
    .on('transactions')
    .columns(['wallet_id', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('transactions_by_external_id')
    .on('transactions')
    .columns(['account_id', 'external_id'])
    .where(sql<boolean>`external_id is not null`)
    .execute()

  await schema
    .createTable('legs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull().references('transactions.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('moves_value', 'integer', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('nonce', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('cost', 'text', (c) => c.notNull())
    .addColumn('signed_block', 'integer', (c) => c.notNull())
    .addColumn('block_number', 'integer')
    .addColumn('block_hash', 'text')
    .addColumn('mined_hash', 'text')
    .addColumn('handle', 'text')
    .addColumn('moved', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('legs_one_per_nonce', ['sender', 'nonce'])
    .addUniqueConstraint('legs_one_per_position', ['transaction_id', 'position'])
    .execute()

  await schema
    .createTable('attempts')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('leg_id', 'text', (c) => c.notNull().references('legs.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('raw', 'text', (c) => c.notNull())
    .addColumn('max_fee', 'text', (c) => c.notNull())
    .addColumn('priority_fee', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('refusals', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('attempts_by_leg').on('attempts').column('leg_id').execute()

  await schema
    .createTable('plaintexts')
    .addColumn('handle', 'text', (c) => c.primaryKey())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('faucet_grants')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey().references('transactions.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('units', 'text', (c) => c.notNull())
    .addColumn('wei', 'text', (c) => c.notNull())
    .addColumn('fee', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('faucet_grants_by_account')
    .on('faucet_grants')
    .columns(['account_id', 'created_at'])
    .execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('code', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'key_hash'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const newestFirst = [
    'idempotency_keys',
    'faucet_grants',
    'plaintexts',
    'attempts',
    'legs',
    'transactions',
    'wallets',
    'api_keys',
    'accounts',
    'secrets',
  ]
  for (const table of newestFirst) await db.schema.dropTable(table).execute()
}

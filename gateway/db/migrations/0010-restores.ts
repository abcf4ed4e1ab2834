import { type CreateTableBuilder, type Kysely, type SqlBool, sql } from 'kysely'

const LEG_COLUMNS = [
  ...['id', 'transaction_id', 'position', 'kind', 'moves_value', 'sender', 'nonce', 'state', 'cost', 'signed_block'],
  ...['block_number', 'block_hash', 'mined_hash', 'handle', 'moved', 'reason', 'created_at', 'transient'],
]
const ATTEMPT_COLUMNS = [
  ...['hash', 'leg_id', 'kind', 'raw', 'max_fee', 'priority_fee', 'created_at', 'sent_at', 'refusals'],
  ...['signed_block', 'forgotten_at'],
]

/**
 * A nonce that a leg has lost to another transaction can have that one's leg as well; who was misled by a derived amount is
 * noted for each; burns of nothing are told apart; how far nonces are accounted for is noted of every sender.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuildLegs(db, 'living')
  await db.schema.createIndex('legs_by_nonce').on('legs').columns(['sender', 'nonce']).execute()
  await db.schema
    .createIndex('legs_one_living_per_nonce')
    .unique()
    .on('legs')
    .columns(['sender', 'nonce'])
    .where(sql<SqlBool>`state <> 'displaced'`)
    .execute()

  await db.schema
    .createTable('misled')
    .addColumn('handle', 'text', (c) => c.notNull())
    .addColumn('reader', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('misled_key', ['reader', 'handle'])
    .execute()
  await sql`
    insert into misled (handle, reader, created_at)
    select handle, coalesce(wallet_id, 'operator'), created_at from derivation_mismatches`.execute(db)
  await db.schema.dropTable('derivation_mismatches').execute()
  await db.schema.alterTable('misled').renameTo('derivation_mismatches').execute()

  await db.schema
    .alterTable('unattributed')
    .addColumn('owes_nothing', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  // What an older version passed over is not searched for.
  await sql`
    insert into senders (address, accounted)
    select sender, max(nonce) + 1 from legs where true group by sender
    on conflict (address) do update set accounted = excluded.accounted
    where senders.accounted < excluded.accounted`.execute(db)
}

/** SQLite cannot take a constraint off a table: it is made anew, with the table that refers to it. */
async function rebuildLegs(db: Kysely<unknown>, unique: 'living' | 'all'): Promise<void> {
  const legs = table(db, 'legs_anew')
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
    .addColumn('transient', 'integer')
    // Names outlive a table that is renamed.
    .addUniqueConstraint(`legs_position_${unique}`, ['transaction_id', 'position'])
  await (unique === 'all' ? legs.addUniqueConstraint('legs_nonce', ['sender', 'nonce']) : legs).execute()
  await table(db, 'attempts_anew')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('leg_id', 'text', (c) => c.notNull().references('legs_anew.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('raw', 'text', (c) => c.notNull())
    .addColumn('max_fee', 'text', (c) => c.notNull())
    .addColumn('priority_fee', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('refusals', 'integer', (c) => c.notNull())
    .addColumn('signed_block', 'integer')
    .addColumn('forgotten_at', 'bigint')
    .execute()
  for (const [name, columns] of [
    ['legs', LEG_COLUMNS],
    ['attempts', ATTEMPT_COLUMNS],
  ] as const) {
    const all = sql.join(columns.map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(`${name}_anew`)} (${all}) select ${all} from ${sql.table(name)}`.execute(db)
  }
  for (const name of ['attempts', 'legs']) await db.schema.dropTable(name).execute()
  for (const name of ['legs', 'attempts']) await db.schema.alterTable(`${name}_anew`).renameTo(name).execute()
  await db.schema.createIndex('attempts_by_leg').on('attempts').column('leg_id').execute()
  await db.schema
    .createIndex('attempts_to_forget')
    .on('attempts')
    .column('created_at')
    .where(sql<SqlBool>`forgotten_at is null`)
    .execute()
}

const table = (db: Kysely<unknown>, name: string): CreateTableBuilder<string, never> => db.schema.createTable(name)

/** Fails where a nonce has two legs: an older version knows of one. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unattributed').dropColumn('owes_nothing').execute()
  await db.schema
    .createTable('mismatches')
    .addColumn('handle', 'text', (c) => c.primaryKey())
    .addColumn('wallet_id', 'text', (c) => c.references('wallets.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`
    insert into mismatches (handle, wallet_id, created_at)
    select handle, nullif(min(reader), 'operator'), min(created_at)
    from derivation_mismatches group by handle`.execute(db)
  await db.schema.dropTable('derivation_mismatches').execute()
  await db.schema.alterTable('mismatches').renameTo('derivation_mismatches').execute()
  await db.schema
    .createIndex('derivation_mismatches_by_wallet')
    .on('derivation_mismatches')
    .column('wallet_id')
    .execute()
  await rebuildLegs(db, 'all')
}

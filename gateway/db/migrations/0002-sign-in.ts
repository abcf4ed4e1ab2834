import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Sessions, second factors, passkeys, what limits sign-ins, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema.alterTable('accounts').addColumn('totp_secret', 'text').execute()
  await schema.alterTable('accounts').addColumn('totp_confirmed_at', 'bigint').execute()
  await schema
    .alterTable('accounts')
    .addColumn('totp_last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .execute()
  await schema.createIndex('recovery_codes_by_account').on('recovery_codes').column('account_id').execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('extension_origin', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute()

  await schema
    .createTable('challenges')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('answer_hash', 'text')
    .addColumn('wrong', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('challenges_by_expiry').on('challenges').column('expires_at').execute()

  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('backed_up', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute()

  await schema
    .createTable('tries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('tries_by_who').on('tries').columns(['who', 'at']).execute()
  await schema.createIndex('tries_by_time').on('tries').column('at').execute()

  await schema
    .createTable('events')
    .addColumn('position', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('credential_type', 'text')
    .addColumn('credential_id', 'text')
    .addColumn('address', 'text')
    .addColumn('subject', 'text')
    .addColumn('mac', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('events_by_account').on('events').columns(['account_id', 'position']).execute()
  if (db.getExecutor().adapter instanceof SqliteAdapter) await keepAppendOnly(db)
}

/** Not a lock against anyone who holds the file, but against any statement of ours: the chain of MACs is for the former. */
async function keepAppendOnly(db: Kysely<unknown>): Promise<void> {
  for (const verb of ['update', 'delete']) {
    await sql
      .raw(
        `create trigger events_never_${verb} before ${verb} on events begin select raise(abort, 'events are append-only'); end`,
      )
      .execute(db)
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['events', 'tries', 'passkeys', 'challenges', 'sessions', 'recovery_codes']) {
    await db.schema.dropTable(table).execute()
  }
  for (const column of ['totp_last_step', 'totp_confirmed_at', 'totp_secret']) {
    await db.schema.alterTable('accounts').dropColumn(column).execute()
  }
}

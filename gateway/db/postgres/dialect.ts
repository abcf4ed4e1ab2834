import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { countRetry } from '../../tallies.ts'
import { DatabaseGone, isConflict, statementMs } from '../database.ts'
import { heldLeases, requireLeases } from './leases/fence.ts'

/**
 * Every transaction is serializable, and commits only while it holds the leases that it was begun under. A connection on
 * which a statement had no answer for `answerMs` is not used again.
 */
export class SerializableDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #answerMs: number
  constructor(config: PostgresDialectConfig, answerMs: number) {
    super(config)
    this.#config = config
    this.#answerMs = answerMs
  }
  override createDriver(): PostgresDriver {
    return new SerializableDriver(this.#config, this.#answerMs)
  }
  override createAdapter(): PostgresAdapter {
    return new SessionlessAdapter()
  }
}

/** Kysely's own lock is of a session, which behind a pooler has no owner: `migration-lock.ts` is in its place. */
class SessionlessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** So long a server that went away is asked what became of a commit, at most. */
const ASK_MS = 8_000
const ASK_EVERY_MS = 100

/** A statement by itself that met another is asked for again, so often. */
const STATEMENT_TRIES = 8

/** Its text holds no NUL. What is asked by a name with one is not there, as it should be; what is kept shows that it was. */
function withoutNul(query: CompiledQuery): CompiledQuery {
  const isNul = (value: unknown) => typeof value === 'string' && value.includes('\0')
  if (!query.parameters.some(isNul)) return query
  const parameters = query.parameters.map((value) => (isNul(value) ? String(value).replaceAll('\0', '\ufffd') : value))
  return { ...query, parameters }
}

/**
 * Whether the server has answered the statement itself, with a refusal. What ends the connection is no answer to it: a
 * server that shuts down, or a pooler that lost its server, says so whatever became of a commit (appendix A, classes 08 and
 * 57P, 25P03 and 25P04; a severity of FATAL or PANIC).
 */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !/^[0-9A-Z]{5}$/.test(String(error.code))) return false
  const endsConnection = 'severity' in error && /^(FATAL|PANIC)$/.test(String(error.severity))
  return !endsConnection && !/^(08...|57P0.|25P0[34])$/.test(String(error.code))
}

/** The server's code for an unknown transaction: this server took over from one that was lost, and has not come as far. */
const INVALID_PARAMETER = '22023'
const isUnknown = (error: unknown) => error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER

/**
 * A process that was stopped in the middle delays others for seconds. `serializable` is what makes looking first and writing
 * then sound beside any writer.
 */
const BEGIN = `begin isolation level serializable;
  set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '15s'`

class SerializableDriver extends PostgresDriver {
  readonly #answerMs: number
  /** Those within a transaction, whose statements are not asked for again one by one. */
  readonly #begun = new WeakSet<Connection>()
  /** Those on which nothing more is asked. */
  readonly #gone = new WeakSet<Connection>()
  readonly #guarded = new WeakSet<Connection>()

  constructor(config: PostgresDialectConfig, answerMs: number) {
    super(config)
    this.#answerMs = answerMs
  }

  override async acquireConnection(options?: ConnectionOptions): Promise<Connection> {
    const connection = await super.acquireConnection(options).catch((error: unknown) => {
      throw new DatabaseGone(error, { isUnreachable: true })
    })
    this.#guard(connection)
    return connection
  }

  /** Once each: Kysely keeps a connection's object as long as the connection. */
  #guard(connection: Connection): void {
    if (this.#guarded.has(connection)) return
    this.#guarded.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query) => this.#patiently(connection, () => execute(withoutNul(query)))
  }

  async #patiently<R>(connection: Connection, work: () => Promise<R>): Promise<R> {
    for (let tries = 1; ; tries++) {
      if (this.#gone.has(connection)) throw new DatabaseGone('the connection ended')
      try {
        return await inTime(work(), statementMs() ?? this.#answerMs)
      } catch (error) {
        if (!isAnswer(error)) throw await this.#giveUp(connection, error)
        if (this.#begun.has(connection) || !isConflict(error) || tries === STATEMENT_TRIES) throw error
        countRetry('conflict')
        await sleep(Math.random() * 2 ** tries)
      }
    }
  }

  /** A later answer of it has no receiver. Kysely throws away a connection on which a rollback failed. */
  async #giveUp(connection: Connection, error: unknown): Promise<DatabaseGone> {
    this.#gone.add(connection)
    await super.rollbackTransaction(connection as PooledConnection).catch(() => {})
    return new DatabaseGone(error)
  }

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') await super.beginTransaction(connection, settings)
    else await connection.executeQuery(CompiledQuery.raw(BEGIN))
    this.#begun.add(connection)
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    const id = await requireLeases(connection, heldLeases())
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      if (!(error instanceof DatabaseGone) || id === undefined || !(await this.#isCommitted(id))) throw error
    } finally {
      this.#begun.delete(connection)
    }
  }

  /**
   * Whether a transaction whose commit got no answer took place. What moves money is done under a lease, and must not be
   * refused and paid for all the same. Throws where that cannot be known.
   */
  async #isCommitted(id: string): Promise<boolean> {
    for (const until = performance.now() + Math.min(ASK_MS, this.#answerMs); ; await sleep(ASK_EVERY_MS)) {
      const status = await this.#statusOf(id).catch((error: unknown) => {
        if (performance.now() >= until && !isUnknown(error)) throw error
      })
      if (status === 'committed' || status === 'aborted') return status === 'committed'
      if (performance.now() >= until) return false
    }
  }

  async #statusOf(id: string): Promise<string | undefined> {
    const connection = await this.acquireConnection()
    try {
      const ask = CompiledQuery.raw('select pg_xact_status($1::xid8) as status', [id])
      return (await connection.executeQuery<{ status: string }>(ask)).rows[0]?.status
    } finally {
      await this.releaseConnection(connection as PooledConnection)
    }
  }

  override async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // Where it fails Kysely throws the connection away. What counts is the error that led here.
    await super.rollbackTransaction(connection).catch(() => {})
    this.#begun.delete(connection)
  }
}

async function inTime<R>(work: Promise<R>, ms: number): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type PooledConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]
type Connection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>
type ConnectionOptions = Parameters<PostgresDriver['acquireConnection']>[0]

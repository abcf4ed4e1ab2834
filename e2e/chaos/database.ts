import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { openPostgres } from '../harness/postgres.ts'

export type Engine = 'sqlite' | 'postgres'

/** Where the gateways of a stage keep their rows, for anyone who wants to look at them past the gateways. */
export type StageDatabase = {
  /** What gateways have to be told. */
  settings: Record<string, string>
  select<Row extends object>(query: string): Promise<Row[]>
  /** Ends about such a part of the gateways' connections in the server, as a failover does. Says how many. */
  endConnections(part: number): Promise<number>
  /** Takes everything out of a PostgreSQL database, for a restore. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function openStageDatabase(engine: Engine, file: string): Promise<StageDatabase> {
  return engine === 'postgres' ? onPostgres() : onSqlite(file)
}

function onSqlite(file: string): StageDatabase {
  return {
    settings: {},
    async select<Row extends object>(query: string) {
      const database = new Sqlite(file, { readonly: true })
      try {
        return database.prepare<[], Row>(query).all()
      } finally {
        database.close()
      }
    },
    endConnections: async () => 0,
    empty: async () => {},
    close: async () => {},
  }
}

const OURS = 'sotto chaos'

async function onPostgres(): Promise<StageDatabase> {
  const server = await openPostgres()
  const url = await server.newDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 4, application_name: OURS })
  return {
    settings: { DATABASE_URL: url },
    select: async <Row extends object>(query: string) => (await pool.query<Row>(query)).rows,
    async endConnections(part) {
      const end = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name <> $1 and random() < $2`
      return (await pool.query(end, [OURS, part])).rowCount ?? 0
    },
    async empty() {
      await pool.query('drop schema public cascade; create schema public')
    },
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

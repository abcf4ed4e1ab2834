import { hostname } from 'node:os'
import { Kysely } from 'kysely'
import pg from 'pg'
import { version } from '../../version.ts'
import { columnNames, type Database, takeTurns } from '../database.ts'
import type { Schema } from '../schema/schema.ts'
import { SerializableDialect } from './dialect.ts'

/** Connections of one gateway. */
const CONNECTIONS_MAX = 10
/** So long a request waits for one. */
const CONNECT_MS = 5_000
/** A statement that takes longer waits for a server that is gone. */
const ANSWER_MS = 20_000
/** So long after the last word a connection is asked whether it still leads anywhere: every second from then on, ten times. */
const KEEP_ALIVE_MS = 10_000

/** Longer names of applications are cut by the server, which says so each time. */
const NAME_MAX = 63

/** Opens a PostgreSQL database, which has to exist. Nothing is asked of it before the first statement. */
export function openPostgres(url: string, { answerMs = ANSWER_MS } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    // Who it is, for anyone who looks at the server's sessions. One that the address names counts more.
    fallback_application_name: `sotto ${version} ${process.pid} ${hostname()}`.slice(0, NAME_MAX),
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // When a first statement has had no answer, none is left that rests since the server was there.
    idleTimeoutMillis: answerMs / 2,
    types: { getTypeParser },
  })
  // A connection that ends would end the process. Its statement fails by itself, and the next one to ask gets a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new SerializableDialect({ pool }, answerMs), plugins: [columnNames] })
  takeTurns(db)
  return db
}

const INT8 = 20

/** Times and counts are numbers, as on SQLite. Units and wei are text, and never come this way. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? safeNumber : pg.types.getTypeParser(oid, format as 'text')
}

function safeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`the database holds a number that is too large: ${text}`)
  return number
}

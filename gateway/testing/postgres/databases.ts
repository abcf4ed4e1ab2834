import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { openPostgres } from '../../db/postgres/open.ts'
import { newId } from '../../world/new-id.ts'
import { emptyAgain } from './emptying.ts'

/** Where `set-up.ts` says which server there is. */
export const SERVER_URL = 'SOTTO_TEST_POSTGRES'

/** Whether worlds are made on PostgreSQL: `vitest.config.ts` says so of a project. */
export const onPostgres = process.env.SOTTO_TEST_ENGINE === 'postgres'

/** A database, and the ways to it that this test file has opened. The first way of one that is lent stays open. */
type Made = { url: string; opened: Database[]; lent: boolean }

/** Databases that this test file has. */
const made: Made[] = []

/** Those that earlier files of this worker gave back: to make one writes ten megabytes, and a new connection plans anew. */
const emptied: Made[] = []

/** Makes a database and returns its URL. */
export async function makeDatabase({ from, name }: { from: string; name: string }): Promise<string> {
  const url = new URL(process.env[SERVER_URL] ?? '')
  await asAdmin(`create database ${name} template ${from} encoding 'UTF8'`)
  url.pathname = `/${name}`
  return url.href
}

/** An empty database that is up to date. */
export async function newDatabase(): Promise<string> {
  return remember(
    await makeDatabase({ from: `${prefixOf(process.ppid)}template`, name: `${prefixOf(process.ppid)}${newId()}` }),
  )
}

/** A gateway's way to the same for a world, which has it until its test file ends. */
export async function lentDatabase(): Promise<Database> {
  const before = emptied.pop()
  if (before !== undefined) {
    made.push(before)
    return before.opened[0] as Database
  }
  const url = await newDatabase()
  for (const each of made) if (each.url === url) each.lent = true
  return openMade(url)
}

/** One with nothing in it, and as a gateway asks for it: commits wait for the disk. */
export async function bareDatabase(): Promise<string> {
  const name = `${prefixOf(process.ppid)}${newId()}`
  const url = remember(await makeDatabase({ from: 'template0', name }))
  await asAdmin(`alter database ${name} set synchronous_commit = on`)
  return url
}

function remember(url: string): string {
  made.push({ url, opened: [], lent: false })
  return url
}

/** A gateway's way to a database that `newDatabase` has made. */
export function openMade(url: string): Database {
  const db = openPostgres(url)
  made.find((each) => each.url === url)?.opened.push(db)
  return db
}

/** Another gateway's way to the same database, with connections of its own. */
export function openBeside(db: Database): Database {
  const url = made.find(({ opened }) => opened.includes(db))?.url
  if (url === undefined) throw new Error('the database was not made for this test')
  return openMade(url)
}

/** At the end of a test file. The databases themselves go at the end of the run: to drop one flushes the whole server. */
export async function closeDatabases(): Promise<void> {
  await Promise.all(made.splice(0).map(giveBack))
}

async function giveBack({ url, opened, lent }: Made): Promise<void> {
  const [first, ...others] = opened
  await destroy(others)
  if (first && lent && (await emptyAgain(first).catch(() => false))) emptied.push({ url, opened: [first], lent })
  else await destroy(opened.slice(0, 1))
}

async function destroy(ways: Database[]): Promise<void> {
  await Promise.all(ways.map((db) => db.destroy().catch(() => {})))
}

/** Those of this run, on a server that outlives it. */
export async function dropDatabases(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[SERVER_URL] })
  await client.connect()
  const ours = 'select datname as name from pg_database where starts_with(datname, $1)'
  const { rows } = await client.query<{ name: string }>(ours, [prefixOf(process.pid)])
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}

/** Begins the names of the databases of a run, by the process that makes the workers. */
export function prefixOf(runner: number): string {
  return `sotto_test_${runner}_`
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[SERVER_URL] })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

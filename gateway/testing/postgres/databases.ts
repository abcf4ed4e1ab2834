import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { openPostgres } from '../../db/postgres/open.ts'
import { newId } from '../../world/new-id.ts'

/** Where `set-up.ts` says which server there is. */
export const SERVER_URL = 'SOTTO_TEST_POSTGRES'

/** Whether worlds are made on PostgreSQL: `vitest.config.ts` says so of a project. */
export const onPostgres = process.env.SOTTO_TEST_ENGINE === 'postgres'

/** Of this test file, dropped at its end. */
const made: { url: string; opened: Database[] }[] = []

/** Makes a database and returns its URL. */
export async function makeDatabase({ from, name }: { from: string; name: string }): Promise<string> {
  const url = new URL(process.env[SERVER_URL] ?? '')
  await asAdmin(`create database ${name} template ${from} encoding 'UTF8'`)
  url.pathname = `/${name}`
  return url.href
}

/** An empty database that is up to date. */
export async function newDatabase(): Promise<string> {
  return remember(await makeDatabase({ from: `sotto_template_${process.ppid}`, name: `sotto_${newId()}` }))
}

/** One with nothing in it, and as a gateway asks for it: commits wait for the disk. */
export async function bareDatabase(): Promise<string> {
  const name = `sotto_${newId()}`
  const url = remember(await makeDatabase({ from: 'template0', name }))
  await asAdmin(`alter database ${name} set synchronous_commit = on`)
  return url
}

function remember(url: string): string {
  made.push({ url, opened: [] })
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

export async function dropDatabases(): Promise<void> {
  for (const { url, opened } of made.splice(0)) {
    await Promise.all(opened.map((db) => db.destroy().catch(() => {})))
    await asAdmin(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[SERVER_URL] })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

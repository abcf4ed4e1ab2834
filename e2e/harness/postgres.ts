import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../gateway/testing/postgres/server.ts'

/** A PostgreSQL, and databases on it as a gateway asks for them: their commits wait for the disk. */
export type Postgres = {
  /** Makes an empty one, and returns its URL. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function openPostgres(): Promise<Postgres> {
  const server = await startPostgres()
  const made: string[] = []
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  return {
    async newDatabase() {
      const name = `sotto_e2e_${randomUUID().replaceAll('-', '')}`
      await admin(
        `create database ${name} template template0 encoding 'UTF8'`,
        `alter database ${name} set synchronous_commit = on`,
      )
      made.push(name)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      if (server.outlivesUs) await admin(...made.map((name) => `drop database ${name} with (force)`))
      await server.stop()
    },
  }
}

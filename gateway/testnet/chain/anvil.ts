import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '../process/child-env.ts'
import { CHAIN_ID } from '../sepolia.ts'
import { connect, type Place, type Rpc } from './rpc.ts'

export type Anvil = {
  pid: number
  place: Place
  rpc: Rpc
  /** Resolves when the process is gone, no matter who ended it. */
  gone: Promise<string>
  kill(): Promise<void>
}

/** Where the state comes from, and a time not after its newest block: anvil refuses to mine before its own start. */
export type Origin = { init: string } | { load: string; time: number }

const READY_MS = 60_000
const ATTEMPTS = 3

/**
 * Starts anvil on a free loopback address and port. Its own process group: a Ctrl-C in the terminal must not reach it before us.
 * `started` is told of each attempt.
 */
export async function startAnvil(folder: string, origin: Origin, started: (anvil: Anvil) => void): Promise<Anvil> {
  for (let attempt = 1; ; attempt += 1) {
    const place = await freePlace()
    const endsWithUs = startWatcher()
    const child = spawn(binary(), flags(folder, place, origin), {
      detached: true,
      env: childEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const anvil = attach(child, place, endsWithUs)
    const problem = anvil ? await begun(anvil, started) : 'it could not be started'
    if (anvil && problem === undefined) return anvil
    await anvil?.kill()
    if (attempt === ATTEMPTS) throw new Error(`anvil did not come up: ${problem}`)
  }
}

function flags(folder: string, { host, port }: Place, origin: Origin): string[] {
  const start =
    'init' in origin ? ['--init', origin.init] : ['--load-state', origin.load, '--timestamp', String(origin.time)]
  return [
    ['--chain-id', String(CHAIN_ID), '--host', host, '--port', String(port)],
    // No key is unlocked, no web page may ask, and blocks are mined when we say so.
    ['--accounts', '0', '--no-cors', '--no-mining', '--order', 'fifo'],
    ['--gas-limit', '60000000', '--no-request-size-limit', '--quiet'],
    // Memory: state of the last 64 blocks, enough for a rollback. The folder also tells our processes from others'.
    ['--prune-history', '64', '--cache-path', folder],
    start,
  ].flat()
}

function attach(child: ChildProcess, place: Place, endsWithUs: Watcher): Anvil | undefined {
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk).slice(-2_000)
  })
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`${signal ?? `code ${code}`} ${lastWords}`.trim()))
  })
  endsWithUs(child.pid, gone)
  if (child.pid === undefined) return undefined
  const rpc = connect(place)
  const kill = async () => {
    rpc.close()
    child.kill('SIGKILL')
    await gone
  }
  return { pid: child.pid, place, rpc, gone, kill }
}

/** Told which process ends with us, until that is gone by itself; without a process the watcher ends. */
type Watcher = (pid: number | undefined, gone: Promise<unknown>) => void

/**
 * A shell that waits for our end of a pipe to close, which it does however we end, and then ends anvil: without us it
 * would answer anyone. It runs before anvil does, so that there is no moment without it. Where there is no shell, the next start
 * finds anvil.
 */
function startWatcher(): Watcher {
  if (process.platform === 'win32') return () => {}
  const script = 'read -r pid || exit; read -r word; [ "$word" = done ] || kill -9 "$pid"'
  const watcher = spawn('/bin/sh', ['-c', script], {
    detached: true,
    env: childEnv(),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  return (pid, gone) => {
    if (pid === undefined) return void watcher.stdin.end()
    watcher.stdin.write(`${pid}\n`)
    void gone.then(() => watcher.stdin.end('done\n'))
  }
}

/** As `ready`. An anvil whose start cannot be noted does not stay. */
async function begun(anvil: Anvil, started: (anvil: Anvil) => void): Promise<string | undefined> {
  try {
    started(anvil)
  } catch (error) {
    await anvil.kill()
    throw error
  }
  return ready(anvil)
}

/** Undefined when it answers, else why it does not. */
async function ready(anvil: Anvil): Promise<string | undefined> {
  let end: string | undefined
  void anvil.gone.then((reason) => {
    end = reason
  })
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline && end === undefined; await sleep(5)) {
    const chain = await anvil.rpc.call<string>('eth_chainId').catch(() => undefined)
    if (chain !== undefined) return undefined
  }
  return end ?? `silent for ${READY_MS} ms`
}

/** The binary from npm where it has one for this platform; else the one that Foundry put on the PATH. */
function binary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const { resolve } = createRequire(import.meta.url)
    const found = resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`)
    return join(dirname(found), 'bin', name)
  } catch {
    return name
  }
}

/**
 * A free port on an address of this machine that cannot be guessed: anvil answers anyone who reaches it, web pages over
 * WebSockets included, and serves no socket in a folder alone. Only Linux has the whole of 127/8 without being told.
 */
function freePlace(): Promise<Place> {
  const host = process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}` : LOCAL
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve({ host, port }))
    })
  })
}

const LOCAL = '127.0.0.1'

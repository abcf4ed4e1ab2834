import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order } from './orders.ts'

/** Names the file that `build.ts` has made of `gateway.ts`. */
export const BUILT = 'CHAOS_BUILT_GATEWAY'

const entry = process.env[BUILT] ?? fileURLToPath(new URL('./gateway.ts', import.meta.url))

const READY_MS = 120_000
/** Longer than the drain of a gateway. */
const STOP_MS = 45_000
/** As much of what a gateway logs is kept for reports. */
const LOG_KEPT = 200_000

export type Running = {
  pid: number
  /** When it began to listen, on the monotonic clock. */
  readyAt: number
  order(order: Order): void
  /** Resolves when the process has ended, however. */
  ended: Promise<void>
  hasEnded(): boolean
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>
  /** SIGTERM; `kill -9` for one that does not end. */
  stop(): Promise<void>
}

/**
 * Starts a gateway, from the build of a run of tests or from source, and waits until it listens. Rejects where it ends before. `log` gets what it writes;
 * `killed` ends it with SIGKILL, ready or not.
 */
export async function startProcess(
  env: Record<string, string>,
  log: (text: string) => void,
  killed?: AbortSignal,
): Promise<Running> {
  // Detached: a Ctrl-C in the terminal is the driver's to answer.
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc']
  const child = spawn(process.execPath, [entry], { env: inherited(env), detached: true, stdio })
  killed?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-LOG_KEPT)
    log(chunk.toString())
  }
  child.stderr?.on('data', keep)
  let gone = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      gone = true
      resolve()
    })
  })
  // Its last words may come after its end.
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      keep(chunk)
      if (/^sotto listening on /m.test(output)) resolve()
    })
    void silent.then(() => reject(new Error(`the gateway ended before it listened\n${output}`)))
  })
  const late = setTimeout(() => child.kill('SIGKILL'), READY_MS)
  await listening.finally(() => clearTimeout(late))
  return running(child, ended, () => gone)
}

function running(child: ChildProcess, ended: Promise<void>, hasEnded: () => boolean): Running {
  return {
    pid: child.pid ?? 0,
    readyAt: performance.now(),
    ended,
    hasEnded,
    order: (order) => {
      if (child.connected) child.send(order, () => {})
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** The environment without settings that somebody left in it. */
function inherited(env: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(SOTTO_|CHAOS_|npm_|VITEST|NODE_OPTIONS)/.test(name))
  return { ...Object.fromEntries(kept), ...env }
}

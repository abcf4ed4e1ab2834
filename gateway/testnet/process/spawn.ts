import { fork } from 'node:child_process'
import { entry } from '../../assets.ts'
import type { Testnet, TestnetInfo, TestnetOptions } from '../types.ts'
import { childEnv } from './child-env.ts'
import type { FromProcess, ToProcess } from './messages.ts'

/** Longer than the process takes for an orderly end. */
const KILL_AFTER_MS = 5_500

export type SpawnedTestnet = Testnet & {
  /** Resolves with the reason if the test-net ends without being asked. */
  exited: Promise<string>
}

/** Runs the test-net in a child process, apart from the process that needs it. `info.pids` follows when anvil is replaced. */
export async function spawnTestnet({ log = () => {}, ...options }: TestnetOptions): Promise<SpawnedTestnet> {
  // Detached: a Ctrl-C in the terminal reaches the parent, which then stops us in order.
  const child = fork(entry('testnet/process/process'), [], {
    detached: true,
    execArgv: [],
    env: childEnv(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = Promise.withResolvers<TestnetInfo>()
  const gone = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<string>()
  let stopping = false
  let failure: string | undefined
  let info: TestnetInfo | undefined

  child.on('message', (message: FromProcess) => {
    if (message.is === 'ready') ready.resolve(message.info)
    else if (message.is === 'log') log(message.line)
    else if (message.is === 'failed') fail(`the test-net failed: ${message.reason}`)
    else if (info) Object.assign(info.pids, message.pids)
  })
  child.once('error', (error) => ready.reject(error))
  child.once('exit', (code, signal) => {
    const reason = fail(`the test-net's process ended (${signal ?? code})`)
    gone.resolve()
    if (!stopping) exited.resolve(reason)
  })

  /** The first reason is the one that tells. */
  function fail(reason: string): string {
    failure ??= reason
    ready.reject(new Error(failure))
    return failure
  }

  const tell = (message: ToProcess) => {
    if (child.connected) child.send(message, () => {})
  }
  tell({ is: 'start', options })

  async function stop(): Promise<void> {
    stopping = true
    tell({ is: 'stop' })
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
    await gone.promise.finally(() => clearTimeout(timer))
  }

  try {
    info = await ready.promise
  } catch (error) {
    await stop()
    throw error
  }
  return { info, stop, exited: exited.promise }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { entry } from '../../assets.ts'
import type { FromRelayer, RelayerData, ToRelayer } from './worker.ts'

export type Relayer = {
  /** Begins to serve, over a chain that can be asked at that port. Returns its own port. */
  begin(rpcPort: number): Promise<number>
  /** The chain has moved. */
  changed(): void
  stop(): Promise<void>
  /** Resolves if the thread ends without being asked. */
  failed: Promise<Error>
}

const STOP_MS = 1_000

/** Starts the thread, which then loads its libraries and keys while the chain is still starting. */
export function startRelayerThread(data: RelayerData, log: (line: string) => void): Relayer {
  const worker = new Worker(entry('testnet/relayer/worker'), { workerData: data })
  const ready = Promise.withResolvers<number>()
  ready.promise.catch(() => {})
  const stopped = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()
  let stopping: Promise<void> | undefined

  worker.on('message', (message: FromRelayer) => {
    if (message.is === 'ready') ready.resolve(message.port)
    else if (message.is === 'log') log(message.line)
    else stopped.resolve()
  })
  const end = (error: Error) => {
    ready.reject(error)
    stopped.resolve()
    if (!stopping) failed.resolve(error)
  }
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`the relayer's thread ended (${code})`)))

  const tell = (message: ToRelayer) => worker.postMessage(message)
  async function finish(): Promise<void> {
    tell({ is: 'stop' })
    await Promise.race([stopped.promise, sleep(STOP_MS)])
    await worker.terminate()
  }
  return {
    begin(rpcPort) {
      tell({ is: 'begin', rpcPort })
      return ready.promise
    },
    changed: () => tell({ is: 'changed' }),
    failed: failed.promise,
    stop() {
      stopping ??= finish()
      return stopping
    },
  }
}

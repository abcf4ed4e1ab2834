import { Worker } from 'node:worker_threads'
import { entry } from '../../../assets.ts'
import { errorWords } from '../../../error-words.ts'
import { ZamaFailure } from './failures.ts'
import type { FromZama, ToZama, ZamaQuestion, ZamaResults, ZamaThread } from './messages.ts'

export type ZamaClient = {
  /** Asks once. Aborted: rejects at once, and the client stops asking the relayer. Else throws `ZamaFailure`. */
  ask<Is extends ZamaQuestion['is']>(
    question: Extract<ZamaQuestion, { is: Is }>,
    signal: AbortSignal,
  ): Promise<ZamaResults[Is]>
  close(): void
}

const spawnWorker = (workerData: ZamaThread) => new Worker(entry('chain/live/zama/worker'), { workerData })

type Waiter = { resolve(result: never): void; reject(error: Error): void }

/**
 * The thread starts when it is first needed, and again after it ended. `computes`: it is asked for one thing at a time, which
 * only the end of the thread stops, so an abort ends that.
 */
export function createZamaClient(thread: ZamaThread, { computes = false, spawn = spawnWorker } = {}): ZamaClient {
  const waiting = new Map<number, Waiter>()
  let worker: Worker | undefined
  let closed = false
  let last = 0

  function end(error: Error): void {
    const ending = worker
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    void ending?.terminate()
  }

  function start(): Worker {
    const started = spawn(thread)
    const ended = (error: Error) => {
      if (worker === started) end(new ZamaFailure('unreachable', errorWords(error)))
    }
    started.on('message', (message: FromZama) => {
      if ('over' in message) return ended(new Error(message.over))
      const waiter = waiting.get(message.id)
      waiting.delete(message.id)
      if ('failure' in message) waiter?.reject(new ZamaFailure(message.kind, message.failure))
      else waiter?.resolve(message.result as never)
    })
    started.on('error', ended)
    started.on('exit', () => ended(new Error('the thread of the client ended')))
    // A command that is done must not wait for it.
    started.unref()
    return started
  }

  const post = (message: ToZama) => worker?.postMessage(message)
  const closing = () => new ZamaFailure('unreachable', 'the client was closed')

  return {
    async ask<Is extends ZamaQuestion['is']>(question: Extract<ZamaQuestion, { is: Is }>, signal: AbortSignal) {
      signal.throwIfAborted()
      // What stood in line when it was closed must not start a thread again.
      if (closed) throw closing()
      worker ??= start()
      last += 1
      const id = last
      const { promise, resolve, reject } = Promise.withResolvers<ZamaResults[Is]>()
      waiting.set(id, { resolve, reject })
      post({ id, question })
      const abort = () => {
        if (!waiting.delete(id)) return
        reject(signal.reason as Error)
        if (computes) end(closing())
        else post({ id, abort: true })
      }
      signal.addEventListener('abort', abort, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    close() {
      closed = true
      end(closing())
    },
  }
}

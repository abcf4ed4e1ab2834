import { Worker } from 'node:worker_threads'
import { entry } from '../../../assets.ts'
import type { FromZama, ToZama, ZamaConfig, ZamaQuestion, ZamaResults } from './messages.ts'

export type ZamaClient = {
  /** Asks once. Aborted: rejects at once, and the client stops asking the relayer. */
  ask<Is extends ZamaQuestion['is']>(
    question: Extract<ZamaQuestion, { is: Is }>,
    signal: AbortSignal,
  ): Promise<ZamaResults[Is]>
  close(): void
}

type Waiter = { resolve(result: never): void; reject(error: Error): void }

/** The thread starts when it is first needed, and again after it ended. */
export function createZamaClient(config: ZamaConfig): ZamaClient {
  const waiting = new Map<number, Waiter>()
  let worker: Worker | undefined
  let last = 0

  function start(): Worker {
    const started = new Worker(entry('chain/live/zama/worker'), { workerData: config })
    const end = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', (message: FromZama) => {
      const waiter = waiting.get(message.id)
      waiting.delete(message.id)
      if ('failure' in message) waiter?.reject(new Error(message.failure))
      else waiter?.resolve(message.result as never)
    })
    started.on('error', end)
    started.on('exit', () => end(new Error('the thread of the decryption client ended')))
    // A command that is done must not wait for it.
    started.unref()
    return started
  }

  const post = (message: ToZama) => worker?.postMessage(message)

  return {
    async ask<Is extends ZamaQuestion['is']>(question: Extract<ZamaQuestion, { is: Is }>, signal: AbortSignal) {
      signal.throwIfAborted()
      worker ??= start()
      last += 1
      const id = last
      const { promise, resolve, reject } = Promise.withResolvers<ZamaResults[Is]>()
      waiting.set(id, { resolve, reject })
      post({ id, question })
      const abort = () => {
        if (!waiting.delete(id)) return
        post({ id, abort: true })
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', abort, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    close() {
      const ending = worker
      worker = undefined
      for (const { reject } of waiting.values()) reject(new Error('the decryption client was closed'))
      waiting.clear()
      void ending?.terminate()
    },
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { entry } from '../../assets.ts'
import { createMutex } from '../chain/mutex.ts'
import type { TfheAnswer, TfheJob } from './worker.ts'

export type Verdict = Extract<TfheAnswer, { is: 'accepted' | 'rejected' }>

export type Tfhe = {
  /** Serialised compact public key of this installation, made when it is first asked for. */
  publicKey(): Promise<Uint8Array>
  verify(ciphertext: Uint8Array, metadata: Uint8Array): Promise<Verdict>
  close(): Promise<unknown>
}

/** TFHE in a thread of its own that starts when it is first needed: fast inputs never need it. */
export function createTfhe(folder: string): Tfhe {
  const waiting = new Map<number, { resolve(answer: TfheAnswer): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let last = 0

  function start(): Worker {
    const started = new Worker(entry('testnet/tfhe/worker'), { workerData: { folder } })
    const end = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', (answer: TfheAnswer) => {
      const waiter = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.is === 'rejected' && answer.trapped) {
        worker = undefined
        void started.terminate()
      }
      if (answer.is === 'failed') waiter?.reject(new Error(answer.reason))
      else waiter?.resolve(answer)
    })
    started.on('error', end)
    started.on('exit', () => end(new Error('the TFHE thread ended')))
    return started
  }

  type Question = { is: 'keys' } | { is: 'verify'; ciphertext: Uint8Array; metadata: Uint8Array }

  /** One at a time: a question that ends the thread takes no other with it. */
  const oneByOne = createMutex()
  const ask = (question: Question) => oneByOne(() => post(question))

  function post(question: Question): Promise<TfheAnswer> {
    worker ??= start()
    last += 1
    const { promise, resolve, reject } = Promise.withResolvers<TfheAnswer>()
    waiting.set(last, { resolve, reject })
    worker.postMessage({ ...question, id: last } satisfies TfheJob)
    return promise
  }

  return {
    async publicKey() {
      const file = join(folder, 'public-key.bin')
      if (!existsSync(file)) await ask({ is: 'keys' })
      return readFileSync(file)
    },
    async verify(ciphertext, metadata) {
      const answer = await ask({ is: 'verify', ciphertext, metadata })
      if (answer.is === 'accepted' || answer.is === 'rejected') return answer
      throw new Error('unexpected answer of the TFHE thread')
    },
    close: async () => worker?.terminate(),
  }
}

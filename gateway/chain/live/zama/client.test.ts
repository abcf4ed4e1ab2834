import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createZamaClient } from './client.ts'
import { ZamaFailure } from './failures.ts'
import type { ToZama, ZamaThread } from './messages.ts'

class Thread extends EventEmitter {
  readonly heard: ToZama[] = []
  terminated = false
  postMessage(message: ToZama) {
    this.heard.push(message)
  }
  unref() {}
  async terminate() {
    this.terminated = true
    this.emit('exit')
    return 1
  }
  answer(index: number) {
    const { id } = this.heard[index] ?? { id: 0 }
    this.emit('message', { id, result: { publicKey: `${id}` } })
  }
}

function stage(options: { computes?: boolean } = {}) {
  const threads: Thread[] = []
  const spawn = () => {
    const thread = new Thread()
    threads.push(thread)
    return thread as unknown as Worker
  }
  const client = createZamaClient({} as ZamaThread, { ...options, spawn })
  const patience = new AbortController()
  const ask = () => client.ask<'permit'>({ is: 'permit', contract: '0x1', start: 0, days: 1 }, patience.signal)
  return { client, threads, ask, patience }
}

test('a thread that dies takes its questions with it, and the next one is asked in another', async () => {
  const { threads, ask } = stage()
  const asked = [ask(), ask()]
  threads[0]?.emit('error', new Error('out of memory'))
  for (const one of asked) await expect(one).rejects.toEqual(new ZamaFailure('unreachable', 'out of memory'))
  const next = ask()
  expect(threads).toHaveLength(2)
  // What the dead one still says is not about the questions of the other.
  threads[0]?.emit('exit')
  threads[1]?.answer(0)
  expect(await next).toEqual({ publicKey: '3' })
})

test('a thread that says that it is of no use any more is ended, and those who wait learn why', async () => {
  const { threads, ask } = stage()
  const asked = ask()
  threads[0]?.emit('message', { over: 'no keys' })
  await expect(asked).rejects.toEqual(new ZamaFailure('unreachable', 'no keys'))
  expect(threads[0]?.terminated).toBe(true)
})

test('a question that is given up is told to the thread, which goes on with the others', async () => {
  const { threads, ask, patience } = stage()
  const asked = ask()
  patience.abort(new Error('the caller has gone'))
  await expect(asked).rejects.toThrow('the caller has gone')
  expect(threads[0]?.heard).toEqual([expect.objectContaining({ id: 1 }), { id: 1, abort: true }])
  expect(threads[0]?.terminated).toBe(false)
})

test('a computation that is given up ends with its thread', async () => {
  const { threads, ask, patience } = stage({ computes: true })
  const asked = ask()
  patience.abort(new Error('the caller has gone'))
  await expect(asked).rejects.toThrow('the caller has gone')
  expect(threads[0]?.terminated).toBe(true)
})

test('once closed it starts no thread for a question that stood in line', async () => {
  const { client, threads, ask } = stage()
  const asked = ask()
  client.close()
  await expect(asked).rejects.toThrow('closed')
  await expect(ask()).rejects.toThrow('closed')
  expect(threads).toHaveLength(1)
})

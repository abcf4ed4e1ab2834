import { expect, test } from 'vitest'
import { ConfidentialUnavailable } from '../../port.ts'
import type { ZamaClient } from './client.ts'
import { createProver } from './proving.ts'

const question = { is: 'encrypt', contract: '0x1', user: '0x2', values: [1n] } as const

/** Threads that prove when they are told to. */
function stage(threads: number, encryptMs?: number) {
  const running: PromiseWithResolvers<unknown>[] = []
  const signals: AbortSignal[] = []
  const client = {
    ask: (_: unknown, signal: AbortSignal) => {
      const proof = Promise.withResolvers<unknown>()
      running.push(proof)
      signals.push(signal)
      return proof.promise
    },
    close() {},
  } as unknown as ZamaClient
  return {
    prover: createProver(
      Array.from({ length: threads }, () => client),
      encryptMs,
    ),
    running,
    signals,
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('as many prove as there are threads, eight times as many wait, the rest is overloaded at once', async () => {
  const { prover, running } = stage(2)
  const all = Array.from({ length: 2 + 16 }, () => prover.prove(question))
  await expect(prover.prove(question)).rejects.toMatchObject({ code: 'overloaded', headers: { 'retry-after': '1' } })
  expect(running).toHaveLength(2)
  for (let next = 0; next < all.length; next++) {
    running[next]?.resolve({})
    await settled()
  }
  expect(await Promise.all(all)).toHaveLength(18)
})

test('a proof that fails is no outage: the next one has its thread', async () => {
  const { prover, running } = stage(1)
  const [first, second] = [prover.prove(question), prover.prove(question)]
  await settled()
  running[0]?.reject(new Error('the thread ended'))
  await expect(first).rejects.toThrow(ConfidentialUnavailable)
  await settled()
  running[1]?.resolve({ proof: 'made' })
  expect(await second).toEqual({ proof: 'made' })
})

test('a proof that takes too long is told to stop, and its place is free', async () => {
  const { prover, running, signals } = stage(1, 1)
  await expect(prover.prove(question)).rejects.toThrow('no answer within')
  expect(signals[0]?.aborted).toBe(true)
  await expect(prover.prove(question)).rejects.toThrow('no answer within')
  expect(running).toHaveLength(2)
})

test('a proof whose caller has gone is not made', async () => {
  const { prover, running } = stage(1)
  const first = prover.prove(question)
  let patient = true
  const late = prover.prove(question, () => {
    if (!patient) throw new Error('too late')
  })
  await settled()
  patient = false
  running[0]?.resolve({})
  await first
  await expect(late).rejects.toThrow('too late')
  expect(running).toHaveLength(1)
})

test('what must wait is told how long before it waits; what need not is never refused', async () => {
  const { prover, running } = stage(1)
  const first = prover.prove(question)
  await settled()
  running[0]?.resolve({})
  await first
  const waits: number[] = []
  const impatient = (ms: number) => {
    waits.push(ms)
    throw new Error('too late')
  }
  const second = prover.prove(question, impatient)
  await settled()
  const third = prover.prove(question, impatient)
  await expect(third).rejects.toThrow('too late')
  running[1]?.resolve({})
  await second
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(0)
})

test('a proof that nobody waits for gives its thread to one that somebody waits for', async () => {
  const { prover, running, signals } = stage(1)
  const ahead = prover.proveAhead(question)
  expect(running).toHaveLength(1)
  const paid = prover.prove(question)
  await settled()
  expect(signals[0]?.aborted).toBe(true)
  // The client rejects at once where it is told to stop.
  running[0]?.reject(signals[0]?.reason)
  expect(await ahead).toBeUndefined()
  await settled()
  running[1]?.resolve({ proof: 'made' })
  expect(await paid).toEqual({ proof: 'made' })
})

test('no proof is made ahead while a payment proves, nor two at a time; after it there is', async () => {
  const { prover, running } = stage(1)
  const paid = prover.prove(question)
  expect(await prover.proveAhead(question)).toBeUndefined()
  await settled()
  running[0]?.resolve({})
  await paid
  const ahead = prover.proveAhead(question)
  expect(await prover.proveAhead(question)).toBeUndefined()
  running[1]?.resolve({ proof: 'ahead' })
  expect(await ahead).toEqual({ proof: 'ahead' })
})

test('a proof ahead that fails by itself says so, and leaves its thread', async () => {
  const { prover, running } = stage(1)
  const ahead = prover.proveAhead(question)
  running[0]?.reject(new Error('the relayer refuses'))
  await expect(ahead).rejects.toThrow(ConfidentialUnavailable)
  const paid = prover.prove(question)
  await settled()
  running[1]?.resolve({ proof: 'made' })
  expect(await paid).toEqual({ proof: 'made' })
})

import { expect, test } from 'vitest'
import { keepClient } from './kept-client.ts'

const limits = { makeMs: 60_000, renewMs: 0 }
const unexpected = () => {
  throw new Error('abandoned')
}

function counted() {
  let made = 0
  const make = async () => {
    made += 1
    return { number: made }
  }
  return { make, made: () => made }
}

test('it is made once for all questions', async () => {
  const { make, made } = counted()
  const client = keepClient(make, limits, unexpected)
  expect(await Promise.all([client.get(), client.get()])).toEqual([{ number: 1 }, { number: 1 }])
  expect(made()).toBe(1)
})

test('where it could not be made the next one tries', async () => {
  let tries = 0
  const client = keepClient(
    async () => {
      tries += 1
      if (tries === 1) throw new Error('no relayer')
      return tries
    },
    limits,
    unexpected,
  )
  await expect(client.get()).rejects.toThrow('no relayer')
  expect(await client.get()).toBe(2)
})

test('after a rotation it is made anew, once for all who found out', async () => {
  const { make, made } = counted()
  const client = keepClient(make, limits, unexpected)
  const old = await client.get()
  expect([client.renew(old), client.renew(old)]).toEqual([true, true])
  const next = await client.get()
  expect(next).toEqual({ number: 2 })
  // Another question had an answer that the old one could not verify.
  expect(client.renew(old)).toBe(true)
  expect(await client.get()).toBe(next)
  expect(made()).toBe(2)
})

test('a relayer whose answers never verify does not have it made each time', async () => {
  const { make, made } = counted()
  const client = keepClient(make, { ...limits, renewMs: 3_600_000 }, unexpected)
  expect(client.renew(await client.get())).toBe(false)
  await client.get()
  expect(made()).toBe(1)
})

test('one whose making has no end is given up, and those who wait are told', async () => {
  let abandoned = 0
  const client = keepClient(
    () => new Promise<never>(() => {}),
    { ...limits, makeMs: 1 },
    () => {
      abandoned += 1
    },
  )
  await expect(client.get()).rejects.toThrow('did not say within')
  expect(abandoned).toBe(1)
})

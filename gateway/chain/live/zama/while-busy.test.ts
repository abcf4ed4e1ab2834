import { expect, test } from 'vitest'
import { RelayerRefused } from './failures.ts'
import { whileBusy } from './while-busy.ts'

const never = new AbortController().signal
const refusing = (status: number, label: string, times: number) => {
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked <= times) throw new RelayerRefused(status, label, label)
    return 'answered'
  }
  return { ask, asked: () => asked }
}

test('what passes is asked for again, a few times', async () => {
  const relayer = refusing(503, 'readiness_check_timed_out', 3)
  expect(await whileBusy(relayer.ask, never, [0, 0, 0])).toBe('answered')
  expect(relayer.asked()).toBe(4)
})

test('of what does not pass in that time the last answer is told', async () => {
  const relayer = refusing(503, 'protocol_paused', 100)
  await expect(whileBusy(relayer.ask, never, [0, 0])).rejects.toThrow('protocol_paused')
  expect(relayer.asked()).toBe(3)
})

test.each([
  [503, 'insufficient_balance'],
  [503, 'insufficient_allowance'],
  [400, 'not_allowed_on_host_acl'],
  [500, 'something_new'],
])('%i %s is asked for once', async (status, label) => {
  const relayer = refusing(status, label, 100)
  await expect(whileBusy(relayer.ask, never, [0, 0])).rejects.toThrow(label)
  expect(relayer.asked()).toBe(1)
})

test('a question that was given up is not waited for', async () => {
  const relayer = refusing(429, 'rate_limited', 100)
  const patience = new AbortController()
  const asking = whileBusy(relayer.ask, patience.signal, [60_000])
  await new Promise((resolve) => setImmediate(resolve))
  patience.abort()
  await expect(asking).rejects.toThrow(/abort/i)
  expect(relayer.asked()).toBe(1)
})

import { expect, test } from 'vitest'
import { fewByTurns, slowly } from './bounded-queue.ts'
import { lockWithPassphrase } from './passphrase.ts'

test('fifty pieces of slow work of one account keep another waiting for one turn only', async () => {
  const run = fewByTurns(2, 60, 200)
  const order: string[] = []
  const work = (who: string) => run(who, async () => void order.push(who))
  const all = Array.from({ length: 56 }, () => work('mallory'))
  all.push(work('alice'))
  await Promise.all(all)
  expect(order.indexOf('alice')).toBeLessThan(5)
})

test('one account alone does not fill the line', async () => {
  const run = fewByTurns(1, 3, 100)
  const never = new Promise<void>(() => {})
  void run('mallory', () => never)
  const refused = Array.from({ length: 10 }, () => run('mallory', () => never).catch((error: unknown) => error))
  const codes = await Promise.race([
    Promise.all(refused.slice(3)),
    new Promise((resolve) => setTimeout(resolve, 200, 'no refusal')),
  ])
  expect(codes).toHaveLength(7)
})

test('a wallet is not exported while the line of its account is full', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const inLine = Array.from({ length: 22 }, () => slowly('mallory', () => promise))
  try {
    const exported = lockWithPassphrase('mallory', 'long enough', Buffer.from('key'), '')
    await expect(exported).rejects.toMatchObject({ code: 'overloaded' })
  } finally {
    resolve()
    await Promise.all(inLine)
  }
})

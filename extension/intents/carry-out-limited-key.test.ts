import { describe, expect, test, vi } from 'vitest'
import { unlock } from '../testing/open-wallet.ts'
import { CONSENT_MS } from './rules.ts'
import { readIntent } from './store.ts'
import { begin, gateway, MINUTE, opened, pass, payAnew, reconnect, runOn, worker } from './testing/payment-world.ts'

payAnew()

describe('the key is replaced by one that does not reach the wallet of a payment', () => {
  test.each([
    ['fresh', MINUTE],
    ['old', CONSENT_MS],
  ])('whose answer was lost, its consent %s: not known, and nothing more leaves', async (_, passed) => {
    const { id } = await begin()
    gateway.fates.post = ['lost']
    await worker.advance(id)
    await reconnect(['w2'])
    pass(passed)
    await unlock()
    expect(await runOn(id)).toMatchObject({ state: 'unknown', sent: 1, failure: { code: 'insufficient_scope' } })
    expect(gateway.posts).toHaveLength(1)

    await reconnect(null)
    expect(await runOn(id)).toMatchObject({ state: 'accepted', transactionId: 't0', failure: null })
    expect(gateway.posts).toHaveLength(1)
  })

  test('that was late: it cannot be discarded, and the reason is told', async () => {
    const { id } = await begin()
    gateway.fates.post = ['late']
    await worker.advance(id)
    pass(CONSENT_MS)
    await unlock()
    expect(await runOn(id)).toMatchObject({ state: 'ask', sent: 1 })
    gateway.arrive()
    await reconnect(['w2'])
    await expect(worker.discard(id)).rejects.toMatchObject({ failure: { code: 'insufficient_scope' } })
    expect(await readIntent(id)).toMatchObject({ state: 'ask' })

    await worker.consentAgain(id)
    expect(await runOn(id)).toMatchObject({ state: 'unknown', sent: 1 })
    expect(gateway.posts).toHaveLength(1)
  })

  test('between the look and the next try: that one is refused, which says nothing about the first', async () => {
    const { id } = await begin()
    gateway.fates.post = ['late']
    await worker.advance(id)
    pass(MINUTE)
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await gateway.fetch(url, init)
      if (init.method !== 'POST') await reconnect(['w2'])
      return answer
    })
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 2 })
    vi.stubGlobal('fetch', gateway.fetch)
    await reconnect(null)
    gateway.arrive()
    expect(await runOn(id)).toMatchObject({ state: 'accepted', transactionId: 't0', sent: 2 })
    expect(gateway.made.size).toBe(1)
  })

  test('that was never sent: it is refused, and nothing was made', async () => {
    const { id } = await begin()
    await reconnect(['w2'])
    await worker.advance(id)
    expect(await opened(id)).toMatchObject({ state: 'refused', failure: { code: 'validation_error' } })
    expect(gateway.made.size).toBe(0)
  })
})

test('a payment on its way that the key does not reach may be left, and is not sent again', async () => {
  gateway.begins('SETTLING')
  const { id } = await begin()
  await worker.advance(id)
  await reconnect(['w2'])
  expect(await runOn(id)).toMatchObject({ state: 'accepted', failure: { code: 'not_found' } })
  expect(await worker.leave(id)).toMatchObject({ state: 'left' })
  expect(await runOn(id)).toMatchObject({ state: 'left', sent: 1 })
  expect(gateway.posts).toHaveLength(1)
})

test('a key that reaches the wallet among others looks as any does', async () => {
  const { id } = await begin()
  gateway.fates.post = ['lost']
  await worker.advance(id)
  await reconnect(['w2', 'w1'])
  expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
})

import { describe, expect, test } from 'vitest'
import { unlock } from '../testing/open-wallet.ts'
import type { Intent } from './intent.ts'
import { intents } from './kept.ts'
import { CONSENT_MS } from './rules.ts'
import { readIntent } from './store.ts'
import { begin, gateway, MINUTE, pass, payAnew, runOn, worker } from './testing/payment-world.ts'

payAnew()

describe('the consent grows old', () => {
  const old = async (fate: 'away' | 'lost' | 'late' | undefined): Promise<Intent> => {
    const { id } = await begin()
    if (fate !== undefined) {
      gateway.fates.post = [fate]
      await worker.advance(id)
    }
    pass(CONSENT_MS)
    await unlock()
    return readIntent(id)
  }

  test('unsent: it asks, and nothing leaves', async () => {
    const { id } = await old(undefined)
    expect(await runOn(id)).toMatchObject({ state: 'ask', sent: 0 })
    expect(gateway.posts).toEqual([])
  })

  test('after a try that nobody took: it looks, then asks, and nothing more leaves', async () => {
    const { id } = await old('away')
    expect(await runOn(id)).toMatchObject({ state: 'ask', sent: 1 })
    expect(gateway.posts).toEqual([])
  })

  test('after a try that was taken: it is found, however old', async () => {
    const { id } = await old('lost')
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
    expect(gateway.posts).toHaveLength(1)
  })

  test('while the gateway is away: not known, and nothing leaves when it is back', async () => {
    const { id } = await old('away')
    gateway.fates.look = ['away', 'away', 'away']
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    expect(await runOn(id)).toMatchObject({ state: 'ask' })
    expect(gateway.posts).toEqual([])
  })

  test.each([undefined, 'away'] as const)('sent again by the person (%s before): the same key, once', async (fate) => {
    const { id } = await old(fate)
    await runOn(id)
    await worker.consentAgain(id)
    expect(await runOn(id)).toMatchObject({ state: 'accepted' })
    expect(gateway.posts.map(({ key }) => key)).toEqual([id])
  })

  test.each([undefined, 'away'] as const)('discarded by the person (%s before): nothing ever leaves', async (fate) => {
    const { id } = await old(fate)
    await runOn(id)
    expect(await worker.discard(id)).toMatchObject({ state: 'discarded' })
    await worker.consentAgain(id)
    expect(await runOn(id)).toMatchObject({ state: 'discarded' })
    expect(gateway.posts).toEqual([])
  })

  test('a call that may still be under way at the gateway is neither called unsent nor discarded', async () => {
    const { id } = await begin()
    gateway.fates.post.push('late', 'late')
    pass(CONSENT_MS - 10_000)
    await unlock()
    await worker.advance(id)
    pass(15_000)
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    gateway.arrive()
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
    expect(gateway.made.size).toBe(1)
  })

  test('of a payment that was removed meanwhile nothing is sent', async () => {
    const { id } = await begin()
    const refused = expect(worker.advance(id)).rejects.toMatchObject({ code: 'unknown_intent' })
    await intents.set([])
    await refused
    expect(gateway.posts).toEqual([])
  })

  test('what the gateway took after all cannot be discarded: it is followed', async () => {
    const { id } = await old('late')
    expect(await runOn(id)).toMatchObject({ state: 'ask' })
    gateway.arrive()
    expect(await worker.discard(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
  })

  test('not followed any more: it is neither asked for nor sent again, also where the gateway comes back', async () => {
    const { id } = await begin()
    gateway.fates.post.push('lost')
    gateway.fates.look.push('away')
    await worker.advance(id)
    expect(await worker.leave(id)).toMatchObject({ state: 'left' })
    expect(await runOn(id)).toMatchObject({ state: 'left', transaction: null })
    expect(gateway.posts).toHaveLength(1)
    await worker.consentAgain(id)
    expect(await worker.discard(id)).toMatchObject({ state: 'left' })
  })

  test.each([
    ['not sent yet', 'ready', 0],
    ['taken by the gateway', 'accepted', 1],
  ])('one that is %s goes on: only of an unknown outcome one stops following', async (_, state, steps) => {
    const { id } = await begin()
    for (let step = 0; step < steps; step++) await worker.advance(id)
    expect(await worker.leave(id)).toMatchObject({ state })
  })

  test('where the gateway cannot be asked, it is not discarded: it may have been taken', async () => {
    const { id } = await old('away')
    await runOn(id)
    gateway.fates.look = ['away']
    await expect(worker.discard(id)).rejects.toThrow()
    expect(await readIntent(id)).toMatchObject({ state: 'ask' })
  })

  test.each([
    ['sent', ['accepted', 1]],
    ['discarded', ['discarded', 0]],
  ])('sent and discarded at the same time, %s first: that holds', async (first, end) => {
    const { id } = await old('away')
    await runOn(id)
    const send = () => worker.consentAgain(id).then(() => worker.advance(id))
    const discard = () => worker.discard(id)
    await Promise.all(first === 'sent' ? [send(), discard()] : [discard(), send()])
    expect([(await runOn(id)).state, gateway.made.size]).toEqual(end)
  })

  test('a clock that was set back makes no consent young again', async () => {
    const { id } = await begin()
    pass(-60 * MINUTE)
    await unlock()
    expect(await worker.advance(id)).toMatchObject({ state: 'ask' })
    expect(gateway.posts).toEqual([])
  })
})

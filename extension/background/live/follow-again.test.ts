import { describe, expect, test } from 'vitest'
import { profiles, replaceKey } from '../../gateway/profiles.ts'
import { arrivals } from '../../store/arrivals.ts'
import { apiKey, unlock } from '../../testing/open-wallet.ts'
import {
  at,
  calm,
  came,
  failure,
  followAnew,
  gateway,
  newest,
  open,
  pass,
  profileId,
  ready,
  show,
  shown,
  startWorker,
} from './testing/live-world.ts'

followAnew()

describe('a stream that is not there any more', () => {
  test.each<[string, Error | undefined]>([
    ['ended by the gateway', undefined],
    ['cut', new TypeError('network error')],
  ])('%s, is opened again where it was left', async (_, error) => {
    await show()
    newest().say(ready(false), { id: '41', event: 'transaction', data: came('a') })
    await calm()
    newest().end(error)
    await calm()
    await pass(1_000)
    await calm()
    expect(gateway.connections).toHaveLength(2)
    expect(newest().lastEventId).toBe('41')
    gateway.reads = []
    newest().say(ready(true, '41'), { id: '42', event: 'transaction', data: came('b', { createdAt: at(2) }) })
    await calm()
    expect(await shown()).toEqual(['b', 'a', 'old'])
    expect(gateway.reads, 'what was missed follows, so nothing is read anew').toEqual([])
  })

  test('cut thirty times is opened thirty times, and tells each payment once', async () => {
    await show()
    newest().say(ready(false))
    for (let n = 0; n < 30; n++) {
      newest().say({ id: String(n + 2), event: 'transaction', data: came(`t${n}`, { createdAt: at(n + 1) }) })
      await calm()
      await pass(10_000)
      newest().end(n % 2 === 0 ? undefined : new TypeError('network error'))
      await calm()
      await pass(1_000)
      await calm()
      expect(newest().lastEventId).toBe(String(n + 2))
      newest().say(ready(true, String(n + 2)))
    }
    await calm()
    expect(gateway.connections).toHaveLength(31)
    expect(Object.keys((await arrivals.get())[profileId]?.known ?? {})).toHaveLength(30)
  })

  test('that is ended at once, again and again, is opened ever more seldom', async () => {
    await show()
    for (let minute = 0; minute < 4; minute++) {
      for (let second = 0; second < 60; second++) {
        for (const connection of open()) {
          connection.say(ready(true))
          connection.end()
        }
        // It has noticed before the next second begins.
        await calm()
        await pass(1_000)
      }
    }
    expect(gateway.connections.length).toBeLessThan(10)
  })

  test('is opened by a worker that was started anew where the one before left it', async () => {
    await show()
    newest().say(ready(false), { id: '41', event: 'transaction', data: came('a') })
    await calm()
    await startWorker()
    await show()
    expect(newest().lastEventId).toBe('41')
  })

  test('since its key was revoked: the wallet says so, and asks again once it has another', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    gateway.refusal = failure('invalid_api_key', 401)
    newest().end()
    await calm()
    await pass(1_000)
    await calm()
    expect((await profiles.get()).list).toMatchObject([{ state: 'rejected' }])
    await pass(3_600_000 - 1_000)
    expect(gateway.connections).toHaveLength(1)
    await unlock()
    await replaceKey(profileId, { email: 'a@example.org', key: apiKey, apiKey: 'sotto_sk_next' }, Date.now())
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_next' }])
  })

  test('that its key may not read is asked for with the next key, while the page stays open', async () => {
    gateway.refusal = failure('insufficient_scope', 403)
    await show()
    await pass(600_000)
    expect(gateway.connections).toEqual([])
    await replaceKey(profileId, { email: 'a@example.org', key: apiKey, apiKey: 'sotto_sk_next' }, Date.now())
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_next' }])
  })

  test('of an older gateway is asked for again after a while', async () => {
    gateway.refusal = failure('not_found', 404)
    await show()
    await pass(5 * 60_000)
    expect(gateway.connections).toEqual([])
    await pass(5 * 60_000)
    await calm()
    expect(gateway.connections).toHaveLength(1)
  })
})

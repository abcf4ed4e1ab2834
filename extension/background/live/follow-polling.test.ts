import { describe, expect, test } from 'vitest'
import {
  calm,
  followAnew,
  gateway,
  newest,
  open,
  pass,
  profileId,
  ready,
  SILENCE_MS,
  show,
} from './testing/live-world.ts'

followAnew()

describe('polling', () => {
  const poll = async () => {
    gateway.reads = []
    const { refresh } = await import('./refresh.ts')
    await refresh(profileId, false)
    await calm()
    return gateway.reads.includes('transactions')
  }

  test('rests while a stream says what happens, but for a look now and then', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    await pass(15_000)
    newest().comment()
    expect(await poll()).toBe(false)
    await pass(15_000)
    expect(await poll()).toBe(true)
  })

  test('goes on at once when the stream is cut', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    newest().end()
    await calm()
    await pass(1_600)
    expect(await poll()).toBe(true)
  })

  test('goes on behind a proxy that passes nothing on, which is given up and left alone for a while', async () => {
    await show()
    await poll()
    await pass(2_000)
    expect(await poll()).toBe(true)
    await pass(SILENCE_MS)
    await calm()
    expect(open()).toEqual([])
    await pass(4 * 60_000)
    expect(gateway.connections).toHaveLength(1)
    await pass(60_000)
    await calm()
    expect(open()).toHaveLength(1)
  })

  test('a stream in which only comments come is alive, and one that falls silent is not', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    for (let minute = 0; minute < 9; minute++) {
      await pass(20_000)
      newest().comment()
      await calm()
    }
    expect(open()).toHaveLength(1)
    await pass(SILENCE_MS)
    await calm()
    expect(open()).toEqual([])
    expect(await poll()).toBe(true)
  })
})

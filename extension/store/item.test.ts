import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import * as z from 'zod/mini'
import { item } from './item.ts'

const Count = z.strictObject({ n: z.number() })
const count = item('local', 'count', Count, { n: 0 })

beforeEach(() => fakeBrowser.reset())

test('an absent value reads as the fallback, a stored one as itself', async () => {
  expect(await count.get()).toEqual({ n: 0 })
  await count.set({ n: 5 })
  expect(await count.get()).toEqual({ n: 5 })
  await count.remove()
  expect(await count.get()).toEqual({ n: 0 })
})

test.each([{ n: 'five' }, { n: 5, more: 1 }, null, 'text', []])(
  '%j does not fit and reads as the fallback',
  async (raw) => {
    await fakeBrowser.storage.local.set({ count: raw })
    expect(await count.get()).toEqual({ n: 0 })
  },
)

test('what is read at the same time is one question to the browser, what is read later another', async () => {
  const other = item('local', 'other', Count, { n: 1 })
  await count.set({ n: 5 })
  const asked = vi.spyOn(fakeBrowser.storage.local, 'get')
  expect(await Promise.all([count.get(), other.get(), count.get()])).toEqual([{ n: 5 }, { n: 1 }, { n: 5 }])
  expect(asked).toHaveBeenCalledTimes(1)
  await count.set({ n: 6 })
  expect(await count.get()).toEqual({ n: 6 })
  asked.mockRestore()
})

test('where it matters, what cannot be read differs from what is absent', async () => {
  const careful = item('local', 'count', z.nullable(z.union([Count, z.literal('damaged')])), null, 'damaged')
  expect(await careful.get()).toBeNull()
  await fakeBrowser.storage.local.set({ count: { n: 'five' } })
  expect(await careful.get()).toBe('damaged')
})

test('a change does not write over what cannot be read', async () => {
  await fakeBrowser.storage.local.set({ count: { n: 'five' } })
  await expect(count.update(({ n }) => ({ n: n + 1 }))).rejects.toMatchObject({ code: 'storage_damaged' })
  expect(await fakeBrowser.storage.local.get('count')).toEqual({ count: { n: 'five' } })
})

test('changes run one after the other, and one that fails stops none', async () => {
  const add = () => count.update(({ n }) => ({ n: n + 1 }))
  const fail = () =>
    count.update(() => {
      throw new Error('no')
    })
  const outcomes = await Promise.allSettled([add(), add(), fail(), add()])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await count.get()).toEqual({ n: 3 })
})

test('a change that gives back what it was given writes nothing', async () => {
  await count.set({ n: 5 })
  const written = vi.spyOn(fakeBrowser.storage.local, 'set')
  expect(await count.update((before) => before)).toEqual({ n: 5 })
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})

test('anyone who watches is told of every change of this value in this area, until it stops', async () => {
  const seen = vi.fn()
  const stop = count.watch(seen)
  await count.set({ n: 1 })
  await fakeBrowser.storage.local.set({ other: 1 })
  await fakeBrowser.storage.session.set({ count: { n: 9 } })
  await count.remove()
  stop()
  await count.set({ n: 2 })
  expect(seen.mock.calls).toEqual([[{ n: 1 }], [{ n: 0 }]])
})

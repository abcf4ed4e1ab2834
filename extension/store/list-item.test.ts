import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import * as z from 'zod/mini'
import { listItem } from './list-item.ts'

const counts = listItem('local', 'counts', z.strictObject({ n: z.number() }))
const broken = { n: 'five' }

beforeEach(() => fakeBrowser.reset())

test('an absent list is empty, and so is what is no list', async () => {
  expect(await counts.get()).toEqual([])
  await fakeBrowser.storage.local.set({ counts: 'text' })
  expect(await counts.get()).toEqual([])
})

test('an entry that cannot be read hides none of the others, also from who watches', async () => {
  const seen = vi.fn()
  const stop = counts.watch(seen)
  await fakeBrowser.storage.local.set({ counts: [{ n: 1 }, broken, { n: 2 }] })
  expect(await counts.get()).toEqual([{ n: 1 }, { n: 2 }])
  expect(seen).toHaveBeenLastCalledWith([{ n: 1 }, { n: 2 }])
  stop()
})

test('a change keeps it, and answers what can be read', async () => {
  await fakeBrowser.storage.local.set({ counts: [{ n: 1 }, broken] })
  expect(await counts.update((list) => [...list, { n: 2 }])).toEqual([{ n: 1 }, { n: 2 }])
  expect((await fakeBrowser.storage.local.get('counts')).counts).toContainEqual(broken)
})

test('what is no list at all is not written over', async () => {
  await fakeBrowser.storage.local.set({ counts: 'text' })
  await expect(counts.update(() => [])).rejects.toMatchObject({ code: 'storage_damaged' })
})

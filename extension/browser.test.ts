import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { browser } from './browser.ts'

beforeEach(() => fakeBrowser.reset())

test('unit tests get the extension APIs in memory, not those of a browser', async () => {
  await browser.storage.local.set({ seen: true })
  expect(await fakeBrowser.storage.local.get('seen')).toEqual({ seen: true })
})

import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { explorers, setExplorer } from './explorers.ts'

beforeEach(() => fakeBrowser.reset())

test('an explorer belongs to one gateway, and can be taken away', async () => {
  await setExplorer('p1', 'https://sepolia.etherscan.io')
  await setExplorer('p2', 'http://localhost:5100')
  await setExplorer('p1', null)
  expect(await explorers.get()).toEqual({ p2: 'http://localhost:5100' })
})

import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

beforeEach(() => fakeBrowser.reset())

test('a draft is kept until it is dropped', async () => {
  await keepDraft('send p', { amount: '5' })
  expect(await readDraft('send p')).toEqual({ amount: '5' })
  await dropDraft('send p')
  expect(await readDraft('send p')).toBeUndefined()
})

test('two pages that write two drafts at once lose neither', async () => {
  await Promise.all([keepDraft('send p', { amount: '5' }), keepDraft('mint p', { amount: '6' })])
  expect([await readDraft('send p'), await readDraft('mint p')]).toEqual([{ amount: '5' }, { amount: '6' }])
})

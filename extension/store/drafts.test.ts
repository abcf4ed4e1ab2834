import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { unlock } from '../testing/open-wallet.ts'
import { lock } from '../vault/vault.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

beforeEach(async () => {
  fakeBrowser.reset()
  await unlock(0)
})

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

test('a draft that is written after the lock does not stay, and what was there before goes with it', async () => {
  await keepDraft('mint p', { amount: '6' })
  await lock()
  await keepDraft('send p', { address: '0x1' })
  expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toMatch(/0x1|amount/)
})

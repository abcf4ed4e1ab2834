import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { profiles } from '../gateway/profiles.ts'
import { intents } from '../intents/kept.ts'
import { writeIntent } from '../intents/store.ts'
import { profile } from '../testing/fixtures.ts'
import { unlock } from '../testing/open-wallet.ts'
import { sweep } from './sweep.ts'

/** Gateways of which the database has records. The real one is looked at in a browser. */
let records: string[]
vi.mock('../store/sealed/sealed-store.ts', () => ({
  keptProfileIds: async () => records,
  forgetProfile: async (id: string) => {
    records = records.filter((each) => each !== id)
  },
}))

const T = Date.UTC(2027, 0, 31, 12)
const pay = (profileId: string) => writeIntent(profileId, { verb: 'mint', walletId: 'w1', amount: '5' }, T)
const whose = async () => (await intents.get()).map(({ profileId }) => profileId)

beforeEach(async () => {
  fakeBrowser.reset()
  records = ['p1', 'gone']
  await unlock(T)
  await pay('p1')
  await pay('gone')
})

test('payments and records of a gateway that is not connected any more go, those of the others stay', async () => {
  await profiles.set({ active: 'p1', list: [profile({ id: 'p1' })] })
  await sweep()
  expect(await whose()).toEqual(['p1'])
  expect(records).toEqual(['p1'])
})

test('where it cannot be read which gateways there are, nothing goes', async () => {
  await fakeBrowser.storage.local.set({ profiles: { list: 'broken' } })
  await expect(sweep()).rejects.toMatchObject({ code: 'storage_damaged' })
  expect(await whose()).toEqual(['p1', 'gone'])
  expect(records).toEqual(['p1', 'gone'])
})

test('where every gateway is there, nothing is written', async () => {
  await profiles.set({ active: 'p1', list: [profile({ id: 'p1' }), profile({ id: 'gone' })] })
  const set = vi.spyOn(fakeBrowser.storage.local, 'set')
  await sweep()
  expect(set).not.toHaveBeenCalled()
  expect(records).toEqual(['p1', 'gone'])
})

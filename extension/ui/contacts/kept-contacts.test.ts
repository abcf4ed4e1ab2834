import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { removeProfile } from '../../gateway/profiles.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { freshenContacts, keptContacts } from './kept-contacts.ts'

const T = Date.UTC(2027, 0, 31, 12)
const ada = { id: 'c1', name: 'Ada', address: `0x${'a'.repeat(40)}`, card: null, verified: false, note: null }
/** As the worker brings it. */
const listed = JSON.stringify({ items: [{ ...ada, createdAt: new Date(T).toISOString() }], next: null })

let profileId: string
let asked: number
let answer: () => Promise<unknown>

beforeEach(async () => {
  fakeBrowser.reset()
  vi.useFakeTimers({ toFake: ['Date'], now: T })
  await unlock(T)
  profileId = (await connectGateway({}, T)).id
  asked = 0
  answer = async () => ({ ok: true, value: listed })
  fakeBrowser.runtime.sendMessage = (async () => {
    asked++
    return answer()
  }) as never
})
afterEach(() => {
  vi.useRealTimers()
})

const names = async () => (await keptContacts(profileId).get())?.list.map(({ name }) => name)

test('they are read once for all pages, and anew after ten minutes', async () => {
  await Promise.all([freshenContacts(profileId), freshenContacts(profileId)])
  await freshenContacts(profileId)
  expect([await names(), asked]).toEqual([['Ada'], 1])
  vi.setSystemTime(T + 10 * 60_000)
  await freshenContacts(profileId)
  expect(asked).toBe(2)
})

test('a refusal is not kept as an account without contacts; half a minute later they are asked for again', async () => {
  answer = async () => ({ ok: false, failure: { code: 'unreachable', message: '' } })
  await freshenContacts(profileId)
  await freshenContacts(profileId)
  expect([await names(), asked]).toEqual([undefined, 1])
  answer = async () => ({ ok: true, value: listed })
  vi.setSystemTime(T + 30_000)
  await freshenContacts(profileId)
  expect(await names()).toEqual(['Ada'])
})

test('an answer that comes after the gateway is removed does not stay', async () => {
  const whole = answer
  answer = async () => {
    await removeProfile(profileId)
    return whole()
  }
  await freshenContacts(profileId)
  expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toContain('Ada')
})

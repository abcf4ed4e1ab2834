import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Scope } from '#shared/model/user.ts'
import { profiles } from '../gateway/profiles.ts'
import { intents } from '../intents/kept.ts'
import { writeIntent } from '../intents/store.ts'
import { keepDraft } from '../store/drafts.ts'
import { changeView } from '../store/view.ts'
import { apiKey, unlock } from '../testing/open-wallet.ts'
import { keptContacts } from '../ui/contacts/kept-contacts.ts'
import { connect, disconnect, reconnect } from './connect.ts'

/** What was kept of a gateway lies in a database that only a browser has. */
const database = vi.hoisted(() => ({ broken: false }))
vi.mock('../store/sealed/sealed-store.ts', () => ({
  forgetProfile: async () => {
    if (database.broken) throw new Error('the disk is full')
  },
}))

const T = Date.UTC(2027, 0, 31, 12)
const ORIGIN = 'https://pay.example.org'
const input = { origin: ORIGIN, name: 'pay', apiKey: 'sotto_sk_first' }

let account: { id: string; email: string }
let scopes: Scope[]

beforeEach(async () => {
  fakeBrowser.reset()
  database.broken = false
  account = { id: 'u1', email: 'ada@example.org' }
  scopes = ['read', 'manage', 'pay']
  vi.useFakeTimers({ toFake: ['Date'], now: T })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ok: true, data: session() })))
  fakeBrowser.permissions.contains = vi.fn(async () => true) as never
  fakeBrowser.permissions.remove = vi.fn(async () => true) as never
  await unlock(T)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function session() {
  const said = { name: '', company: '', mustChangePassword: false, totpEnabled: false, lastLoginAt: null }
  return {
    user: { ...account, ...said, createdAt: '2027-01-31T12:00:00.000Z' },
    credential: { ...apiKey, type: 'api_key', scopes },
  }
}
const list = async () => (await profiles.get()).list

describe('a key is looked at before it is kept', () => {
  test.each<[string, Scope[]]>([
    ['nothing', []],
    ['pay alone', ['pay']],
    ['manage and pay', ['manage', 'pay']],
  ])('one that may do %s is refused, since nothing could be shown with it', async (_, given) => {
    scopes = given
    await expect(connect(input)).rejects.toMatchObject({ code: 'key_cannot_read' })
    expect(await list()).toEqual([])
  })

  test('one that may only read is taken', async () => {
    scopes = ['read']
    expect(await connect(input)).toMatchObject({ userId: 'u1', key: { scopes: ['read'] } })
  })
})

describe('a new key for a gateway that is connected', () => {
  test.each([
    ['the same account under another e-mail: taken', { id: 'u1', email: 'ada@new.example' }, undefined],
    ['another account of the same e-mail: refused', { id: 'u2', email: 'ada@example.org' }, 'other_account'],
  ])('is of %s', async (_, next, code) => {
    const { id } = await connect(input)
    account = next
    const again = reconnect({ profileId: id, apiKey: 'sotto_sk_second' })
    if (code === undefined) await again
    else await expect(again).rejects.toMatchObject({ code })
    const [kept] = await list()
    expect(kept?.email).toBe(code === undefined ? next.email : 'ada@example.org')
  })

  test('has to be one that may read', async () => {
    const { id } = await connect(input)
    scopes = ['pay']
    const again = reconnect({ profileId: id, apiKey: 'sotto_sk_second' })
    await expect(again).rejects.toMatchObject({ code: 'key_cannot_read' })
    expect((await list())[0]?.key.scopes).toContain('read')
  })
})

test('a gateway is removed though the disk does not let go of what was kept of it', async () => {
  const { id } = await connect(input)
  await writeIntent(id, { verb: 'mint', walletId: 'w1', amount: '5' }, T)
  database.broken = true
  await disconnect(id)
  expect(await list()).toEqual([])
  expect(await intents.get()).toEqual([])
  expect(fakeBrowser.permissions.remove).toHaveBeenCalledWith({ origins: ['https://pay.example.org/*'] })
})

test('of a gateway that is removed, no page keeps anything in memory; what is of another stays', async () => {
  const { id } = await connect(input)
  await keptContacts(id).set({ list: [], at: T })
  await keepDraft(`send ${id} `, { amount: '5' })
  await changeView(id, { transactions: { list: [], total: 0, at: T } })
  await fakeBrowser.storage.session.set({ stream: { profileId: id, id: '7' } })
  await keepDraft('connect', { address: 'https://other.example' })
  await disconnect(id)
  expect(Object.keys(await fakeBrowser.storage.session.get()).sort()).toEqual(['draft connect', 'unlocked'])
})

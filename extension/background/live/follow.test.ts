import { describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { removeProfile, selectProfile } from '../../gateway/profiles.ts'
import { fakeEvent } from '../../sites/testing/fake-life.ts'
import { arrivals } from '../../store/arrivals.ts'
import { view } from '../../store/view.ts'
import { SURFACE } from '../../surface-port.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { lock } from '../../vault/vault.ts'
import {
  at,
  calm,
  came,
  connect,
  followAnew,
  gateway,
  newest,
  now,
  open,
  pass,
  profileId,
  ready,
  show,
  shown,
} from './testing/live-world.ts'

followAnew()

describe('a stream is open', () => {
  test('while a page is visible, one for however many, and not a moment longer', async () => {
    expect(gateway.connections).toEqual([])
    const hideOne = await show()
    const hideOther = await show()
    expect(gateway.connections).toMatchObject([
      { authorization: 'Bearer sotto_sk_one', lastEventId: null, closed: false },
    ])
    await hideOne()
    expect(open()).toHaveLength(1)
    await hideOther()
    expect(open()).toEqual([])
    await pass(600_000)
    expect(gateway.connections).toHaveLength(1)
  })

  test('for pages of the wallet alone', async () => {
    const sender = { id: fakeBrowser.runtime.id, url: 'https://shop.example/' }
    connect.trigger({ name: SURFACE, sender, onDisconnect: fakeEvent() })
    await calm()
    expect(gateway.connections).toEqual([])
  })

  test('not while the wallet is locked', async () => {
    await lock()
    await show()
    expect(gateway.connections).toEqual([])
    await unlock(now)
    await calm()
    expect(open()).toHaveLength(1)
    await lock()
    await calm()
    expect(open()).toEqual([])
  })

  test('to the gateway on screen', async () => {
    await show()
    await connectGateway({ origin: 'https://two.example.org', apiKey: 'sotto_sk_two' })
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_two', lastEventId: null }])
    await selectProfile(profileId)
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_one' }])
  })
})

describe('what it says', () => {
  test('begins with everything that is shown, read anew', async () => {
    await show()
    expect(gateway.reads).toEqual([])
    newest().say(ready(false))
    await calm()
    expect(gateway.reads).toEqual(['transactions', 'balances'])
    expect(await shown()).toEqual(['old'])
  })

  test('is shown at once: what came in, how it stands, and what is gone', async () => {
    await show()
    newest().say(ready(false), {
      id: '2',
      event: 'transaction',
      data: came('a', { amount: null, waitingFor: 'amount' }),
    })
    await calm()
    expect(await shown()).toEqual(['a', 'old'])
    newest().say({ id: '3', event: 'transaction', data: came('a', { amount: '7', updatedAt: at(2) }) })
    await calm()
    expect((await view.get())?.transactions?.list[0]).toMatchObject({ amount: '7', waitingFor: null })
    newest().say({ id: '4', event: 'removed', data: { id: 'a', walletId: 'w1' } })
    await calm()
    expect(await shown()).toEqual(['old'])
  })

  test('is read in order behind an answer that was asked for before', async () => {
    gateway.listed = [came('a', { amount: '1', updatedAt: at(1) })]
    await show()
    newest().say(ready(false), { id: '2', event: 'transaction', data: came('a', { amount: '2', updatedAt: at(3) }) })
    await calm()
    expect((await view.get())?.transactions?.list).toMatchObject([{ amount: '2' }])
  })

  test('of balances is read together, however often it is said', async () => {
    await show()
    newest().say(ready(true))
    await calm()
    gateway.reads = []
    for (let id = 2; id < 30; id++) newest().say({ id: String(id), event: 'balance', data: { walletId: 'w1' } })
    await calm()
    await pass(5_000)
    await calm()
    expect(gateway.reads).toEqual(['balances'])
  })

  test('of what came in while somebody looks is known, and nothing unseen', async () => {
    await show()
    newest().say(ready(false), { id: '2', event: 'transaction', data: came('a') })
    await calm()
    const heard = (await arrivals.get())[profileId]
    expect(heard).toMatchObject({ known: { a: expect.any(Number) }, unseen: [] })
  })
})

test('of a gateway that is removed while its stream says something, no place is kept', async () => {
  const plain = globalThis.fetch
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await show()
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => answered.then(() => plain(...asked)))
  // What the stream says waits for an answer that is under way.
  const { refresh } = await import('./refresh.ts')
  const refreshed = refresh(profileId, true).catch(() => undefined)
  newest().say({ id: '2', event: 'removed', data: { id: 'old', walletId: 'w1' } })
  await calm()
  await removeProfile(profileId)
  answer()
  await refreshed
  await calm()
  expect(await fakeBrowser.storage.session.get('stream')).toEqual({})
})

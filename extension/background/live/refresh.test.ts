import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Transaction } from '#shared/model/transaction.ts'
import { selectProfile } from '../../gateway/profiles.ts'
import { type View, view } from '../../store/view.ts'
import { triple, transaction as whole } from '../../testing/fixtures.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { afterRefresh, isBalancesDue, look, refresh } from './refresh.ts'

const transaction = (id: string, status: Transaction['status']) => ({ id, status }) as Transaction
const list = [transaction('a', 'SETTLING'), transaction('b', 'SETTLED')]

const seen = (part: Partial<View> = {}): View => ({
  profileId: 'p',
  balances: { list: [], at: 100_000 },
  transactions: { list, total: 2, at: 100_000 },
  ...part,
})

test.each<[string, View | null, Transaction[], number, boolean]>([
  ['nothing was ever read', null, list, 100_000, true],
  ['balances were never read', seen({ balances: null }), list, 100_000, true],
  ['nothing happened', seen(), [...list], 102_000, false],
  ['a payment moved on', seen(), [transaction('a', 'SETTLED'), transaction('b', 'SETTLED')], 102_000, true],
  ['a payment is new', seen(), [transaction('c', 'PENDING'), ...list], 102_000, true],
  ['they are half a minute old', seen(), list, 130_000, true],
  ['the clock was set back', seen(), list, 99_000, true],
])('balances are read when %s: %#', (_, before, now, at, due) => {
  expect(isBalancesDue(before, now, at)).toBe(due)
})

describe('a refresh', () => {
  const connected = (name: string) => connectGateway({ origin: `https://${name}.example.org`, name })
  /** The wallets of each gateway, by its host. */
  let labels: Record<string, string>

  beforeEach(async () => {
    fakeBrowser.reset()
    labels = { 'one.example.org': 'One', 'two.example.org': 'Two' }
    vi.stubGlobal('fetch', async (url: string) => {
      const { host, pathname } = new URL(url)
      const balances = [triple({ wallet: { label: labels[host] ?? '' } })]
      const page = { items: [whole()], page: 1, pageSize: 20, total: 1 }
      const data = pathname.endsWith('/balances') ? { balances } : page
      return new Response(JSON.stringify({ ok: true, data }))
    })
    await unlock()
  })
  afterEach(() => vi.unstubAllGlobals())
  const shown = async () => (await view.get())?.balances?.list.map(({ wallet }) => wallet.label)

  test('shows what was read, though nothing can be kept for later: here there is no database at all', async () => {
    expect(globalThis).not.toHaveProperty('indexedDB')
    await refresh((await connected('one')).id, true)
    expect(await shown()).toEqual(['One'])
  })

  test('of another gateway than the active one leaves what is on screen as it is', async () => {
    const one = await connected('one')
    const two = await connected('two')
    await refresh(two.id, true)
    await refresh(one.id, true)
    expect(await shown()).toEqual(['Two'])
    await selectProfile(one.id)
    await refresh(one.id, true)
    expect(await shown()).toEqual(['One'])
  })

  test('and the look of an alarm take turns, whichever comes first, and balances are read', async () => {
    const { id } = await connected('one')
    const answered = globalThis.fetch
    const begun = Promise.withResolvers<void>()
    let [underWay, most] = [0, 0]
    vi.stubGlobal('fetch', async (url: string) => {
      most = Math.max(most, ++underWay)
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 10))
      underWay--
      return answered(url)
    })
    const looked = look(id)
    await begun.promise
    await Promise.all([looked, refresh(id, false), look(id), afterRefresh(id)])
    expect(most).toBe(1)
    expect(await shown()).toEqual(['One'])
  })

  test('of a gateway with labels of megabytes still shows its wallets', async () => {
    labels['one.example.org'] = 'x'.repeat(2_000_000)
    await refresh((await connected('one')).id, true)
    expect((await shown())?.[0]).toMatch(/^x{100,1000}$/)
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { addProfile, profiles, replaceKey, selectProfile } from '../../gateway/profiles.ts'
import { fakeEvent } from '../../sites/testing/fake-life.ts'
import { arrivals } from '../../store/arrivals.ts'
import { view } from '../../store/view.ts'
import { SURFACE } from '../../surface-port.ts'
import { transaction, triple } from '../../testing/fixtures.ts'
import { unlocked } from '../../vault/state.ts'
import { lock } from '../../vault/vault.ts'

const now = Date.UTC(2027, 0, 31, 12)
const SILENCE_MS = 50_000
const at = (minute: number) => new Date(now + minute * 60_000).toISOString()
const came = (id: string, part: Partial<Transaction> = {}) =>
  transaction({ id, type: 'RECEIVE', createdAt: at(1), updatedAt: at(1), from: `0x${'c'.repeat(40)}`, ...part })
const key = { id: 'k', label: '', prefix: 'sotto_sk_abcd', scopes: [], walletIds: null, expiresAt: null }

/** One connection to `GET /events`, from the gateway's end. */
type Connection = {
  authorization: string | null
  lastEventId: string | null
  closed: boolean
  say(...events: StreamEvent[]): void
  comment(): void
  /** Ends it, in order or in the middle. */
  end(error?: Error): void
}

let connections: Connection[]
/** Every other request, by its path. */
let reads: string[]
let listed: Transaction[]
/** What the gateway says to the next connection in place of a stream. */
let refusal: Response | undefined
let connect: ReturnType<typeof fakeEvent>
let profileId: string

const answer = (data: object) => Response.json({ ok: true, data })
const failure = (code: string, status: number) =>
  Response.json({ ok: false, error: { code, message: code } }, { status })

function accept(headers: Headers, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller
    },
  })
  const connection: Connection = {
    authorization: headers.get('authorization'),
    lastEventId: headers.get('last-event-id'),
    closed: false,
    say(...events) {
      for (const { id, event, data } of events)
        out?.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    },
    comment: () => out?.enqueue(encoder.encode(':\n\n')),
    end(error) {
      if (connection.closed) return
      connection.closed = true
      if (error === undefined) out?.close()
      else out?.error(error)
    },
  }
  signal.addEventListener('abort', () => connection.end(new DOMException('aborted', 'AbortError')))
  connections.push(connection)
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Lets everything happen that needs no time, then so much of it. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
/** Until nothing is under way any more: what is sealed takes its turn on threads, where this waits behind it. */
async function calm(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(64))
    await new Promise(setImmediate)
  }
  await pass()
}

/** A page becomes visible. Answers how to hide it. */
async function show(): Promise<() => Promise<void>> {
  const gone = fakeEvent()
  const sender = { id: fakeBrowser.runtime.id, url: fakeBrowser.runtime.getURL('/popup.html' as never) }
  connect.trigger({ name: SURFACE, sender, onDisconnect: gone })
  await calm()
  return async () => {
    gone.trigger()
    await calm()
  }
}

const newest = () => connections.at(-1) ?? expect.fail('no stream was opened')
const ready = (resumed: boolean, id = '1'): StreamEvent => ({ id, event: 'ready', data: { resumed } })
const shown = async () => (await view.get())?.transactions?.list.map(({ id }) => id)
const open = () => connections.filter(({ closed }) => !closed)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now })
  fakeBrowser.reset()
  fakeBrowser.runtime.getPlatformInfo = (async () => ({})) as never
  fakeBrowser.permissions.contains = (async () => true) as never
  connections = []
  reads = []
  listed = [transaction({ id: 'old' })]
  refusal = undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    if (pathname.endsWith('/events')) {
      const said = refusal
      refusal = undefined
      return said ?? accept(new Headers(init.headers), init.signal as AbortSignal)
    }
    reads.push(pathname.replace(/.*\//, ''))
    if (pathname.endsWith('/balances')) return answer({ balances: [triple()] })
    return answer({ items: listed, page: 1, pageSize: 20, total: listed.length })
  })
  // Each test has a worker of its own.
  vi.resetModules()
  connect = fakeEvent()
  Object.assign(fakeBrowser.runtime, { onConnect: connect })
  await unlocked.set({ dataKey: btoa('7'.repeat(32)), unlockedAt: now, activeAt: now })
  const made = { origin: 'https://one.example.org', name: 'One', userId: 'u', email: 'a@example.org', key }
  profileId = (await addProfile({ ...made, apiKey: 'sotto_sk_one' }, now)).id
  const [{ watchSurfaces }, { follow }] = await Promise.all([import('./surfaces.ts'), import('./follow.ts')])
  watchSurfaces(() => void follow())
  unlocked.watch(() => void follow())
  profiles.watch(() => void follow())
})
afterEach(() => {
  for (const connection of connections) connection.end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a stream is open', () => {
  test('while a page is visible, one for however many, and not a moment longer', async () => {
    expect(connections).toEqual([])
    const hideOne = await show()
    const hideOther = await show()
    expect(connections).toMatchObject([{ authorization: 'Bearer sotto_sk_one', lastEventId: null, closed: false }])
    await hideOne()
    expect(open()).toHaveLength(1)
    await hideOther()
    expect(open()).toEqual([])
    await pass(600_000)
    expect(connections).toHaveLength(1)
  })

  test('for pages of the wallet alone', async () => {
    const sender = { id: fakeBrowser.runtime.id, url: 'https://shop.example/' }
    connect.trigger({ name: SURFACE, sender, onDisconnect: fakeEvent() })
    await calm()
    expect(connections).toEqual([])
  })

  test('not while the wallet is locked', async () => {
    await lock()
    await show()
    expect(connections).toEqual([])
    await unlocked.set({ dataKey: btoa('7'.repeat(32)), unlockedAt: now, activeAt: now })
    await calm()
    expect(open()).toHaveLength(1)
    await lock()
    await calm()
    expect(open()).toEqual([])
  })

  test('to the gateway on screen', async () => {
    await show()
    const two = { origin: 'https://two.example.org', name: 'Two', userId: 'u', email: 'a@example.org', key }
    await addProfile({ ...two, apiKey: 'sotto_sk_two' }, now)
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
    expect(reads).toEqual([])
    newest().say(ready(false))
    await calm()
    expect(reads).toEqual(['transactions', 'balances'])
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
    listed = [came('a', { amount: '1', updatedAt: at(1) })]
    await show()
    newest().say(ready(false), { id: '2', event: 'transaction', data: came('a', { amount: '2', updatedAt: at(3) }) })
    await calm()
    expect((await view.get())?.transactions?.list).toMatchObject([{ amount: '2' }])
  })

  test('of balances is read together, however often it is said', async () => {
    await show()
    newest().say(ready(true))
    await calm()
    reads = []
    for (let id = 2; id < 30; id++) newest().say({ id: String(id), event: 'balance', data: { walletId: 'w1' } })
    await calm()
    await pass(5_000)
    await calm()
    expect(reads).toEqual(['balances'])
  })

  test('of what came in while somebody looks is known, and nothing unseen', async () => {
    await show()
    newest().say(ready(false), { id: '2', event: 'transaction', data: came('a') })
    await calm()
    const heard = (await arrivals.get())[profileId]
    expect(heard).toMatchObject({ known: { a: expect.any(Number) }, unseen: [] })
  })
})

describe('a stream that is not there any more', () => {
  test.each<[string, Error | undefined]>([
    ['ended by the gateway', undefined],
    ['cut', new TypeError('network error')],
  ])('%s, is opened again where it was left', async (_, error) => {
    await show()
    newest().say(ready(false), { id: '41', event: 'transaction', data: came('a') })
    await calm()
    newest().end(error)
    await calm()
    await pass(1_000)
    await calm()
    expect(connections).toHaveLength(2)
    expect(newest().lastEventId).toBe('41')
    reads = []
    newest().say(ready(true, '41'), { id: '42', event: 'transaction', data: came('b', { createdAt: at(2) }) })
    await calm()
    expect(await shown()).toEqual(['b', 'a', 'old'])
    expect(reads, 'what was missed follows, so nothing is read anew').toEqual([])
  })

  test('cut thirty times is opened thirty times, and tells each payment once', async () => {
    await show()
    newest().say(ready(false))
    for (let n = 0; n < 30; n++) {
      newest().say({ id: String(n + 2), event: 'transaction', data: came(`t${n}`, { createdAt: at(n + 1) }) })
      await calm()
      await pass(10_000)
      newest().end(n % 2 === 0 ? undefined : new TypeError('network error'))
      await calm()
      await pass(1_000)
      await calm()
      expect(newest().lastEventId).toBe(String(n + 2))
      newest().say(ready(true, String(n + 2)))
    }
    await calm()
    expect(connections).toHaveLength(31)
    expect(Object.keys((await arrivals.get())[profileId]?.known ?? {})).toHaveLength(30)
  })

  test('that is ended at once, again and again, is opened ever more seldom', async () => {
    await show()
    for (let minute = 0; minute < 4; minute++) {
      for (let second = 0; second < 60; second++) {
        for (const connection of open()) {
          connection.say(ready(true))
          connection.end()
        }
        // It has noticed before the next second begins.
        await calm()
        await pass(1_000)
      }
    }
    expect(connections.length).toBeLessThan(10)
  })

  test('is opened by a worker that was started anew where the one before left it', async () => {
    await show()
    newest().say(ready(false), { id: '41', event: 'transaction', data: came('a') })
    await calm()
    vi.resetModules()
    const [{ watchSurfaces }, { follow }] = await Promise.all([import('./surfaces.ts'), import('./follow.ts')])
    connect = fakeEvent()
    Object.assign(fakeBrowser.runtime, { onConnect: connect })
    watchSurfaces(() => void follow())
    await show()
    expect(newest().lastEventId).toBe('41')
  })

  test('since its key was revoked: the wallet says so, and asks again once it has another', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    refusal = failure('invalid_api_key', 401)
    newest().end()
    await calm()
    await pass(1_000)
    await calm()
    expect((await profiles.get()).list).toMatchObject([{ state: 'rejected' }])
    await pass(3_600_000 - 1_000)
    expect(connections).toHaveLength(1)
    await unlocked.set({ dataKey: btoa('7'.repeat(32)), unlockedAt: Date.now(), activeAt: Date.now() })
    await replaceKey(profileId, { email: 'a@example.org', key, apiKey: 'sotto_sk_next' }, Date.now())
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_next' }])
  })

  test('that its key may not read is asked for with the next key, while the page stays open', async () => {
    refusal = failure('insufficient_scope', 403)
    await show()
    await pass(600_000)
    expect(connections).toEqual([])
    await replaceKey(profileId, { email: 'a@example.org', key, apiKey: 'sotto_sk_next' }, Date.now())
    await calm()
    expect(open()).toMatchObject([{ authorization: 'Bearer sotto_sk_next' }])
  })

  test('of an older gateway is asked for again after a while', async () => {
    refusal = failure('not_found', 404)
    await show()
    await pass(5 * 60_000)
    expect(connections).toEqual([])
    await pass(5 * 60_000)
    await calm()
    expect(connections).toHaveLength(1)
  })
})

describe('polling', () => {
  const poll = async () => {
    reads = []
    const { refresh } = await import('./refresh.ts')
    await refresh(profileId, false)
    await calm()
    return reads.includes('transactions')
  }

  test('rests while a stream says what happens, but for a look now and then', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    await pass(15_000)
    newest().comment()
    expect(await poll()).toBe(false)
    await pass(15_000)
    expect(await poll()).toBe(true)
  })

  test('goes on at once when the stream is cut', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    newest().end()
    await calm()
    await pass(1_600)
    expect(await poll()).toBe(true)
  })

  test('goes on behind a proxy that passes nothing on, which is given up and left alone for a while', async () => {
    await show()
    await poll()
    await pass(2_000)
    expect(await poll()).toBe(true)
    await pass(SILENCE_MS)
    await calm()
    expect(open()).toEqual([])
    await pass(4 * 60_000)
    expect(connections).toHaveLength(1)
    await pass(60_000)
    await calm()
    expect(open()).toHaveLength(1)
  })

  test('a stream in which only comments come is alive, and one that falls silent is not', async () => {
    await show()
    newest().say(ready(false))
    await calm()
    for (let minute = 0; minute < 9; minute++) {
      await pass(20_000)
      newest().comment()
      await calm()
    }
    expect(open()).toHaveLength(1)
    await pass(SILENCE_MS)
    await calm()
    expect(open()).toEqual([])
    expect(await poll()).toBe(true)
  })
})

import { afterEach, beforeEach, expect, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { profiles } from '../../../gateway/profiles.ts'
import { fakeEvent } from '../../../sites/testing/fake-life.ts'
import { view } from '../../../store/view.ts'
import { SURFACE } from '../../../surface-port.ts'
import { calm as untilCalm } from '../../../testing/calm.ts'
import { transaction, triple } from '../../../testing/fixtures.ts'
import { connectGateway, unlock } from '../../../testing/open-wallet.ts'
import { unlocked } from '../../../vault/state.ts'
import { type Connection, fakeStream } from './fake-stream.ts'

export const now = Date.UTC(2027, 0, 31, 12)
export const SILENCE_MS = 50_000
export const at = (minute: number) => new Date(now + minute * 60_000).toISOString()
export const came = (id: string, part: Partial<Transaction> = {}) =>
  transaction({ id, type: 'RECEIVE', createdAt: at(1), updatedAt: at(1), from: `0x${'c'.repeat(40)}`, ...part })

type Gateway = {
  /** Streams that were opened, oldest first. */
  connections: Connection[]
  /** Every other request, by its path. */
  reads: string[]
  listed: Transaction[]
  /** What is said to the next connection in place of a stream. */
  refusal: Response | undefined
}
const quiet = (): Gateway => ({ connections: [], reads: [], listed: [transaction({ id: 'old' })], refusal: undefined })

export const gateway = quiet()
export let profileId: string
export let connect: ReturnType<typeof fakeEvent>

const answer = (data: object) => Response.json({ ok: true, data })
export const failure = (code: string, status: number) =>
  Response.json({ ok: false, error: { code, message: code } }, { status })

async function fetched(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url)
  if (pathname.endsWith('/events')) {
    const said = gateway.refusal
    gateway.refusal = undefined
    return said ?? accept(new Headers(init.headers), init.signal as AbortSignal)
  }
  gateway.reads.push(pathname.replace(/.*\//, ''))
  if (pathname.endsWith('/balances')) return answer({ balances: [triple()] })
  return answer({ items: gateway.listed, page: 1, pageSize: 20, total: gateway.listed.length })
}

function accept(headers: Headers, signal: AbortSignal): Response {
  const { response, connection } = fakeStream(headers, signal)
  gateway.connections.push(connection)
  return response
}

/** Before each test: an unlocked wallet, connected to a gateway that has one transaction, and a worker that follows it. */
export function followAnew(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now })
    fakeBrowser.reset()
    fakeBrowser.runtime.getPlatformInfo = (async () => ({})) as never
    fakeBrowser.permissions.contains = (async () => true) as never
    Object.assign(gateway, quiet())
    vi.stubGlobal('fetch', fetched)
    await unlock(now)
    profileId = (await connectGateway({ origin: 'https://one.example.org', apiKey: 'sotto_sk_one' })).id
    const follow = await startWorker()
    unlocked.watch(follow)
    profiles.watch(follow)
  })
  afterEach(() => {
    for (const connection of gateway.connections) connection.end()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** A worker that knows only what is stored. The one before it hears of no page any more. */
export async function startWorker(): Promise<() => void> {
  vi.resetModules()
  const [{ watchSurfaces }, { follow }] = await Promise.all([import('../surfaces.ts'), import('../follow.ts')])
  connect = fakeEvent()
  Object.assign(fakeBrowser.runtime, { onConnect: connect })
  watchSurfaces(() => void follow())
  return () => void follow()
}

/** Lets everything happen that needs no time, then so much of it. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
/** Lets everything happen that is under way, and what timers that are due begin. */
export async function calm(): Promise<void> {
  await untilCalm()
  await pass()
}

/** A page becomes visible. Answers how to hide it. */
export async function show(): Promise<() => Promise<void>> {
  const gone = fakeEvent()
  const sender = { id: fakeBrowser.runtime.id, url: fakeBrowser.runtime.getURL('/popup.html' as never) }
  connect.trigger({ name: SURFACE, sender, onDisconnect: gone })
  await calm()
  return async () => {
    gone.trigger()
    await calm()
  }
}

export const newest = () => gateway.connections.at(-1) ?? expect.fail('no stream was opened')
export const ready = (resumed: boolean, id = '1'): StreamEvent => ({ id, event: 'ready', data: { resumed } })
export const shown = async () => (await view.get())?.transactions?.list.map(({ id }) => id)
export const open = () => gateway.connections.filter(({ closed }) => !closed)

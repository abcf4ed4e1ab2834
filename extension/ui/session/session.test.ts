import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Client } from '#shared/client.ts'
import type { User } from '#shared/model/user.ts'
import { inSessionOf } from '#shared/ui/security/sessions/watch-session.ts'
import { unlocked } from '../../vault/state.ts'
import {
  endOtherSession,
  endSession,
  forgetSession,
  type HeldSession,
  holdSession,
  shownAfter,
  tellSignIn,
} from './session.ts'
import { SESSION_IDLE_MS } from './session-idle.ts'
import { whileOpen } from './while-open.ts'

const user: User = {
  id: 'u1',
  email: 'ada@example.com',
  name: '',
  company: '',
  mustChangePassword: false,
  totpEnabled: false,
  lastLoginAt: null,
  createdAt: '2027-01-31T12:00:00.000Z',
}
const page = new EventTarget()
const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response())

function session(profileId: string, origin: string) {
  const logout = vi.fn(async () => ({}))
  const held: HeldSession = { profileId, origin, api: { logout } as Partial<Client> as Client, user }
  return { held, logout }
}

const unlock = (unlockedAt = 0) => unlocked.set({ dataKey: '', unlockedAt, activeAt: unlockedAt })

beforeEach(async () => {
  fakeBrowser.reset()
  await unlock()
  vi.useFakeTimers()
  fetched.mockClear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  forgetSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it ends after ten minutes in which nobody did anything, and no other account’s with it', async () => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  holdSession(held)
  await vi.advanceTimersByTimeAsync(SESSION_IDLE_MS - 60_000)
  page.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(SESSION_IDLE_MS - 60_000)
  expect(logout).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(logout).toHaveBeenCalledExactlyOnceWith({}, inSessionOf(user.id))
})

test('it ends when the wallet locks', async () => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  holdSession(held)
  await unlocked.remove()
  await vi.advanceTimersByTimeAsync(0)
  expect(logout).toHaveBeenCalledOnce()
})

test('it ends at once in a wallet that is locked by then', async () => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  await unlocked.remove()
  holdSession(held)
  await vi.advanceTimersByTimeAsync(0)
  expect(logout).toHaveBeenCalledOnce()
})

const signIns = ['login', 'loginTotp', 'loginPasskey'] as const
const meanwhile = [
  ['locks', () => unlocked.remove()],
  ['locks and is unlocked again', () => unlocked.remove().then(() => unlock(1))],
] as const

test.each(signIns.flatMap((name) => meanwhile.map(([what, happens]) => [name, what, happens] as const)))(
  '%s that is answered after the wallet %s is refused, and signed out',
  async (name, _, happens) => {
    const logout = vi.fn(async () => Promise.reject(new TypeError('away')))
    const signIn = async () => {
      await happens()
      return { user }
    }
    const api = whileOpen({ logout, [name]: signIn } as Partial<Client> as Client)
    await expect(api[name]({} as never)).rejects.toMatchObject({ code: 'locked' })
    expect(logout).toHaveBeenCalledOnce()
  },
)

test.each(signIns)('%s in a wallet that stays open is answered', async (name) => {
  const logout = vi.fn()
  const api = whileOpen({ logout, [name]: async () => ({ user }) } as Partial<Client> as Client)
  expect(await api[name]({} as never)).toEqual({ user })
  expect(logout).not.toHaveBeenCalled()
})

test('it ends with the page, by a request that outlives it', () => {
  holdSession(session('p1', 'http://localhost:7984').held)
  page.dispatchEvent(new Event('pagehide'))
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('http://localhost:7984/api/v1/auth/logout')
  expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'include', redirect: 'error' })
  expect(init?.headers).toEqual({ 'sotto-account': user.id })
  page.dispatchEvent(new Event('pagehide'))
  expect(fetched).toHaveBeenCalledOnce()
})

test('a session of another gateway takes its place', async () => {
  const first = session('p1', 'http://localhost:7984')
  const second = session('p2', 'https://pay.example.com')
  holdSession(first.held)
  holdSession(second.held)
  expect(first.logout).toHaveBeenCalledOnce()
  await endSession()
  expect(second.logout).toHaveBeenCalledOnce()
  expect(first.logout).toHaveBeenCalledOnce()
})

test.each([
  ['ends', 'p2', 1],
  ['stays for its own', 'p1', 0],
])('whoever turns to a gateway: the session held %s', async (_, profileId, times) => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  holdSession(held)
  endOtherSession(profileId)
  await vi.advanceTimersByTimeAsync(0)
  expect(logout).toHaveBeenCalledTimes(times)
})

test('a gateway that does not answer to the logout is forgotten all the same', async () => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  logout.mockRejectedValue(new TypeError('away'))
  holdSession(held)
  await expect(endSession()).resolves.toBeUndefined()
  await endSession()
  expect(logout).toHaveBeenCalledOnce()
})

test.each([
  ['at the same gateway: it is lost without a sign-out, which would end the new one', 'http://localhost:7984', 0],
  ['at another gateway: it stays, and ends with its page', 'https://pay.example.com', 1],
])('another tab signs in %s', async (_, origin, times) => {
  const { held, logout } = session('p1', 'http://localhost:7984')
  holdSession(held)
  tellSignIn(origin, () => {})()
  await heard()
  page.dispatchEvent(new Event('pagehide'))
  expect(fetched).toHaveBeenCalledTimes(times)
  expect(logout).not.toHaveBeenCalled()
})

test('other tabs are told of a sign-in, and the tab itself keeps it', async () => {
  const tab = new BroadcastChannel('sotto-sign-ins')
  const told = new Promise((resolve) => {
    tab.onmessage = ({ data }) => resolve(data)
  })
  holdSession(session('p1', 'http://localhost:7984').held)
  expect(await told).toBe('http://localhost:7984')
  tab.close()
  await heard()
  page.dispatchEvent(new Event('pagehide'))
  expect(fetched).toHaveBeenCalledOnce()
})

/** Whatever was posted before has been delivered: channels of one turn have no order among them. */
async function heard(): Promise<void> {
  const [from, to] = [new BroadcastChannel('test'), new BroadcastChannel('test')]
  for (const turn of [1, 2])
    await new Promise((resolve) => {
      to.onmessage = resolve
      from.postMessage(turn)
    })
  from.close()
  to.close()
}

describe('the screen of a sign-in', () => {
  const { held } = session('p1', 'http://localhost:7984')
  const shown = { session: held, over: false }
  const renewed = session('p1', 'http://localhost:7984').held
  const of = (id: string) => ({ ...renewed, user: { ...user, id } })
  test.each([
    ['is kept where it ends by itself', shown, undefined, true, { session: held, over: true }],
    ['is gone where the person ends it', shown, undefined, false, undefined],
    ['asks for the first one', undefined, undefined, true, undefined],
    ['goes on with its client after the next one', { session: held, over: true }, renewed, false, shown],
    ['begins anew with another account', shown, of('u2'), false, { session: of('u2'), over: false }],
  ])('%s', (_, before, now, over, expected) => {
    expect(shownAfter(before, now, over)).toEqual(expected)
    expect(shownAfter(before, now, over)?.session.api).toBe(expected?.session.api)
  })
})

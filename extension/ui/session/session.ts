import { useEffect, useState } from 'preact/hooks'
import { BASE_PATH } from '#shared/api/kit/base.ts'
import type { Client } from '#shared/client.ts'
import type { User } from '#shared/model/user.ts'
import { inSessionOf, ofAccount } from '#shared/ui/security/sessions/watch-session.ts'
import { isOpen } from '../../vault/state.ts'
import { isIdle } from './session-idle.ts'

/** A sign-in that this page holds: one at a time, for one gateway. Its cookie is the browser's, never the page's. */
export type HeldSession = { profileId: string; origin: string; api: Client; user: User }

const LOOK_MS = 15_000
/** Where tabs tell each other of a sign-in. */
const SIGN_INS = 'sotto-sign-ins'

let held: HeldSession | undefined
let usedAt = 0
let stop = () => {}
const followers = new Set<(over: boolean) => void>()

function change(next: HeldSession | undefined, over = false): void {
  held = next
  for (const follow of followers) follow(over)
}

/**
 * Keeps a sign-in until it is idle, the wallet locks, the page goes, or another tab signs in at that gateway: all tabs
 * have one cookie, so that the gateway has ended this session by then, and a sign-out would end the other. One that is
 * held already ends.
 */
export function holdSession(next: HeldSession): void {
  if (held !== undefined && held.origin !== next.origin) void endSession()
  stop()
  usedAt = Date.now()
  const used = () => {
    usedAt = Date.now()
  }
  const look = () => void (isIdle(usedAt, Date.now()) && endSession(loseSession))
  const timer = setInterval(look, LOOK_MS)
  const ifLocked = (open: boolean) => void (open || endSession())
  const unwatch = isOpen.watch(ifLocked)
  const toldNoMore = tellSignIn(next.origin, loseSession)
  addEventListener('pointerdown', used)
  addEventListener('keydown', used)
  addEventListener('pagehide', dropSession)
  stop = () => {
    clearInterval(timer)
    unwatch()
    toldNoMore()
    removeEventListener('pointerdown', used)
    removeEventListener('keydown', used)
    removeEventListener('pagehide', dropSession)
  }
  // Another page may sign in to another account of the gateway, with the same cookie.
  change({ ...next, api: ofAccount(next.api, next.user.id) })
  // Locked before this was watched.
  void isOpen.get().then(ifLocked)
}

/** Signs out, and leaves the session whatever the gateway says to it. */
export async function endSession(leave = forgetSession): Promise<void> {
  const ending = held
  leave()
  await ending?.api.logout({}).catch(() => undefined)
}

/** Anyone who turns to another gateway leaves the sign-in of this one. */
export function endOtherSession(profileId: string): void {
  if (held !== undefined && held.profileId !== profileId) void endSession()
}

/** Forgets a session, and all that its screen shows. */
export function forgetSession(): void {
  leaveSession(false)
}

/** Forgets a session that ended by itself: its screen waits for the next one, if something would be lost with it. */
export function loseSession(): void {
  leaveSession(true)
}

function leaveSession(over: boolean): void {
  stop()
  stop = () => {}
  change(undefined, over)
}

/** What the gateway says of the account after a change to it. */
export function updateSessionUser(user: User): void {
  if (held !== undefined) change({ ...held, user })
}

function dropSession(): void {
  if (held !== undefined) signOutAtLeaving(held.origin, held.user.id)
  forgetSession()
}

/** The session that is held now. */
export function heldSession(): HeldSession | undefined {
  return held
}

/** Tells all others of a sign-in, and `onOther` of a later one at the same gateway until the function that it returns is called. */
export function tellSignIn(origin: string, onOther: () => void): () => void {
  const tabs = new BroadcastChannel(SIGN_INS)
  tabs.postMessage(origin)
  tabs.onmessage = ({ data }) => void (data === origin && onOther())
  return () => tabs.close()
}

/** Ends the session that an account has in a page that is about to go: a request that outlives it. */
export function signOutAtLeaving(origin: string, account: string): void {
  const request = {
    ...inSessionOf(account),
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  } as const
  void fetch(`${origin}${BASE_PATH}/auth/logout`, request).catch(() => undefined)
}

/** A sign-in as its screen knows it: `over` where it has ended by itself. */
export type ShownSession = { session: HeldSession; over: boolean }

/** The sign-in that this page holds for a gateway, followed as it comes and goes. One that ends by itself is shown on if `keeps`. */
export function useSession(profileId: string, keeps: () => boolean): ShownSession | undefined {
  const [shown, setShown] = useState(() => shownAfter(undefined, held, false))
  useEffect(() => {
    const follow = (over: boolean) => {
      const kept = over && keeps()
      setShown((before) => shownAfter(before, held, kept))
    }
    follow(false)
    followers.add(follow)
    return () => {
      followers.delete(follow)
    }
  }, [])
  return shown?.session.profileId === profileId ? shown : undefined
}

/** What a screen shows next. The same account goes on with the client that it had, so that nothing is loaded anew. */
export function shownAfter(
  before: ShownSession | undefined,
  now: HeldSession | undefined,
  over: boolean,
): ShownSession | undefined {
  if (over) return before && { ...before, over }
  if (now === undefined) return undefined
  const isSame = before?.session.profileId === now.profileId && before.session.user.id === now.user.id
  return { session: isSame ? { ...now, api: before.session.api } : now, over }
}

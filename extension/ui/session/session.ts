import { useEffect, useState } from 'preact/hooks'
import { BASE_PATH } from '#shared/api/kit/base.ts'
import type { Client } from '#shared/client.ts'
import type { User } from '#shared/model/user.ts'
import { isOpen } from '../../vault/state.ts'
import { isIdle } from './session-idle.ts'

/** A sign-in that this page holds: one at a time, for one gateway. Its cookie is the browser's, never the page's. */
export type HeldSession = { profileId: string; origin: string; api: Client; user: User }

const LOOK_MS = 15_000

let held: HeldSession | undefined
let usedAt = 0
let stop = () => {}
const followers = new Set<() => void>()

function change(next: HeldSession | undefined): void {
  held = next
  for (const follow of followers) follow()
}

/** Keeps a sign-in until it is idle, the wallet locks, or the page goes. One that is held already ends. */
export function holdSession(next: HeldSession): void {
  if (held !== undefined && held.origin !== next.origin) void endSession()
  stop()
  usedAt = Date.now()
  const used = () => {
    usedAt = Date.now()
  }
  const look = () => void (isIdle(usedAt, Date.now()) && endSession())
  const timer = setInterval(look, LOOK_MS)
  const ifLocked = (open: boolean) => void (open || endSession())
  const unwatch = isOpen.watch(ifLocked)
  addEventListener('pointerdown', used)
  addEventListener('keydown', used)
  addEventListener('pagehide', dropSession)
  stop = () => {
    clearInterval(timer)
    unwatch()
    removeEventListener('pointerdown', used)
    removeEventListener('keydown', used)
    removeEventListener('pagehide', dropSession)
  }
  change(next)
  // Locked before this was watched.
  void isOpen.get().then(ifLocked)
}

/** Signs out, and forgets the session whatever the gateway says to it. */
export async function endSession(): Promise<void> {
  const ending = held
  forgetSession()
  await ending?.api.logout({}).catch(() => undefined)
}

/** Anyone who turns to another gateway leaves the sign-in of this one. */
export function endOtherSession(profileId: string): void {
  if (held !== undefined && held.profileId !== profileId) void endSession()
}

/** Forgets a session that the gateway no longer knows. */
export function forgetSession(): void {
  stop()
  stop = () => {}
  change(undefined)
}

/** What the gateway says of the account after a change to it. */
export function updateSessionUser(user: User): void {
  if (held !== undefined) change({ ...held, user })
}

function dropSession(): void {
  if (held !== undefined) signOutAtLeaving(held.origin)
  forgetSession()
}

/** Ends the session of a page that is about to go: a request that outlives it. */
export function signOutAtLeaving(origin: string): void {
  const request = {
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  } as const
  void fetch(`${origin}${BASE_PATH}/auth/logout`, request).catch(() => undefined)
}

/** The sign-in that this page holds for a gateway, followed as it comes and goes. */
export function useSession(profileId: string): HeldSession | undefined {
  const [session, setSession] = useState(held)
  useEffect(() => {
    const follow = () => setSession(held)
    follow()
    followers.add(follow)
    return () => {
      followers.delete(follow)
    }
  }, [])
  return session?.profileId === profileId ? session : undefined
}

import * as z from 'zod/mini'

/** When the wallet was unlocked, and when somebody last did something in it (milliseconds since 1970). */
export const Unlocked = z.strictObject({
  /** The data key, base64. It lives in `storage.session` and nowhere else. */
  dataKey: z.string(),
  unlockedAt: z.number(),
  activeAt: z.number(),
})
export type Unlocked = z.infer<typeof Unlocked>

/** Stored for the session and not forgotten by the lock: web pages that wait are told of it. Nothing in it is secret. */
export const OUTLIVES_LOCK = 'approvals'

export const defaultLock = { idleMinutes: 15, capHours: 12 }

export const LockSettings = z.object({
  idleMinutes: z.catch(z.number().check(z.minimum(1), z.maximum(24 * 60)), defaultLock.idleMinutes),
  /** Locks this long after the unlock, however busy. */
  capHours: z.catch(z.number().check(z.minimum(1), z.maximum(24 * 7)), defaultLock.capHours),
})
export type LockSettings = z.infer<typeof LockSettings>

/** A clock may be corrected by a little without anything being wrong. */
const CLOCK_SLACK_MS = 60_000

/** The moment at which the wallet has to be locked, unless somebody does something in it before. */
export function lockAt(state: Unlocked, settings: LockSettings): number {
  return Math.min(state.activeAt + settings.idleMinutes * 60_000, state.unlockedAt + settings.capHours * 3_600_000)
}

/** Whether the wallet has to be locked now. A clock that was set back far is a reason too. */
export function mustLock(state: Unlocked, settings: LockSettings, now: number): boolean {
  return now >= lockAt(state, settings) || now < Math.max(state.unlockedAt, state.activeAt) - CLOCK_SLACK_MS
}

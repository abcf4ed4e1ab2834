/** A session that was not used for so long is ended. */
export const SESSION_IDLE_MS = 10 * 60_000

/** Whether it is time to end a session. A clock that was set back says nothing about how long the session was unused. */
export function isIdle(usedAt: number, now: number): boolean {
  return Math.abs(now - usedAt) >= SESSION_IDLE_MS
}

import type { RequestEvent, RequestStatus } from '#shared/model/request.ts'

/** A payment that is sent at the end of a request's time is mined within so many milliseconds. */
export const BLOCK_MS = 15_000

/** How a request stands. Amounts in units. */
export type Standing = {
  status: RequestStatus
  /** Null where the payer chooses. */
  asked: bigint | null
  received: bigint
  /** What had come in when it ended; null before. */
  atEnd: bigint | null
  /** The most that was ever told of: a reorganisation takes money away and brings it back, which is no news. */
  told: bigint
}

/** What happened to a request, and what has come in by then, as far as its amount is known. */
export type Happening = {
  is: 'counted' | 'lapsed' | 'cancelled'
  received: bigint
  /** What of it came before the end of its time. */
  inTime: bigint
}

export type Stood = { standing: Standing; event: RequestEvent | undefined }

/**
 * The life of a request: `OPEN` to `PAID`, `EXPIRED` or `CANCELLED`, once. What comes after the end is counted; what came after
 * the end of its time is counted once it has ended.
 */
export function next(before: Standing, { is, received, inTime }: Happening): Stood {
  if (before.status !== 'OPEN') return told({ ...before, received })
  const open = { ...before, received: inTime }
  if (isPaid(open)) return ended(open, received, 'PAID', 'paid')
  if (is === 'lapsed') return ended(open, received, 'EXPIRED', 'expired')
  if (is === 'cancelled') return ended(open, received, 'CANCELLED')
  return told(open)
}

function told(now: Standing): Stood {
  if (now.received <= now.told) return { standing: now, event: undefined }
  return { standing: { ...now, told: now.received }, event: 'received' }
}

function ended(open: Standing, received: bigint, status: RequestStatus, event?: RequestEvent): Stood {
  const most = open.received > open.told ? open.received : open.told
  return { standing: { ...open, status, received, atEnd: open.received, told: most }, event }
}

/** Whether as much came in as is asked for; anything, where the payer chooses. */
export function isPaid({ asked, received }: Pick<Standing, 'asked' | 'received'>): boolean {
  return asked === null ? received > 0n : received >= asked
}

/** What of it is still to be paid; null where the payer chooses. */
export function openAmount({ asked, received }: Pick<Standing, 'asked' | 'received'>): bigint | null {
  if (asked === null) return null
  return asked > received ? asked - received : 0n
}

export function isOverpaid({ asked, received }: Standing): boolean {
  return asked !== null && received > asked
}

/** Whether money came in after the end. */
export function isLate({ atEnd, received }: Standing): boolean {
  return atEnd !== null && received > atEnd
}

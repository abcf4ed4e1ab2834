import type { RequestEvent, RequestStatus } from '#shared/model/request.ts'

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

export type Happening =
  /** All that has come in, as far as its amount is known. */
  { is: 'counted'; received: bigint } | { is: 'lapsed' } | { is: 'cancelled' }

export type Stood = { standing: Standing; event: RequestEvent | undefined }

/** The life of a request: `OPEN` to `PAID`, `EXPIRED` or `CANCELLED`, once. What comes after the end is counted. */
export function next(before: Standing, happening: Happening): Stood {
  switch (happening.is) {
    case 'counted':
      return counted({ ...before, received: happening.received })
    case 'lapsed':
      return before.status === 'OPEN' ? ended(before, 'EXPIRED', 'expired') : unchanged(before)
    case 'cancelled':
      return before.status === 'OPEN' ? ended(before, 'CANCELLED') : unchanged(before)
  }
}

function counted(now: Standing): Stood {
  if (now.status === 'OPEN' && isPaid(now)) return ended(now, 'PAID', 'paid')
  if (now.received <= now.told) return unchanged(now)
  return { standing: { ...now, told: now.received }, event: 'received' }
}

const unchanged = (standing: Standing): Stood => ({ standing, event: undefined })

function ended(now: Standing, status: RequestStatus, event?: RequestEvent): Stood {
  const told = now.received > now.told ? now.received : now.told
  return { standing: { ...now, status, atEnd: now.received, told }, event }
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

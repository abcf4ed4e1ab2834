import { useEffect, useState } from 'preact/hooks'
import type { RequestVerification } from '#shared/model/nota.ts'
import { type Load, useLoad } from '#shared/ui/kit/states/use-load.ts'
import { ask } from '../../background/ask.ts'
import type { Intent, OpenIntent } from '../../intents/intent.ts'
import { intents } from '../../intents/kept.ts'
import { paymentMade, type RequestRead } from '../../sites/payments/rules.ts'
import { useItem } from '../hooks/use-item.ts'
import { useOnChange } from '../live/use-on-change.ts'
import { allPayments } from '../payments/all-payments.ts'

export type ReadForPaying = RequestRead & {
  /** The payment of it that was made before, by any gateway. */
  made: OpenIntent | undefined
}

/**
 * A request as the gateway reads it, and whether it was paid before: read anew when a payment moves, since a site may
 * pay it meanwhile. Undefined where there is none to ask about.
 */
export function useRequest(profileId: string, text: string | null): Load<ReadForPaying | undefined> {
  const request = useLoad(async () => {
    if (text === null) return undefined
    const [read, payments] = await Promise.all([ask('request.read', { profileId, text }), allPayments()])
    return { ...read, made: paymentMade(payments, read.verdict) }
  }, [profileId, text])
  useOnChange(standingOf(useItem(intents)), request.reload)
  return request
}

/** How all payments stand, as one text: another one where any of them came in, moved, or is gone. */
export function standingOf(all: readonly Intent[] | undefined): string | undefined {
  return all?.map(({ id, state, terminal }) => `${id} ${state} ${terminal}`).join()
}

/** The time by which a request is judged: anew at the moment when it expires. */
export function useNowUntil(verdict: Pick<RequestVerification, 'subject'> | undefined): number {
  const expiresAt = verdict?.subject.expiresAt ?? null
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (expiresAt === null) return
    const left = Date.parse(expiresAt) - Date.now()
    // Longer than a timer runs: no page stays open for so long.
    if (left < 0 || left > 2 ** 31 - 1) return
    const timer = setTimeout(() => setNow(Date.now()), left + 1)
    return () => clearTimeout(timer)
  }, [expiresAt])
  return Math.max(now, expiresAt === null ? 0 : Date.now())
}

import { useEffect, useState } from 'preact/hooks'
import { ago, atHour, atTime, onDay } from './ago.ts'

export type TimeProps = {
  /** ISO 8601, or milliseconds since 1970. */
  at: string | number
  /** `ago` keeps itself up to date. */
  as?: 'ago' | 'moment' | 'day' | 'hour'
  /** A sentence around it. */
  around?: (time: string) => string
}

const REFRESH_MS = 30_000

/** A point in time, said in words and in full on hover. */
export function Time({ at, as = 'ago', around = (time) => time }: TimeProps) {
  const now = useNow(as === 'ago')
  const time = new Date(at).getTime()
  const iso = Number.isNaN(time) ? undefined : new Date(time).toISOString()
  const text = as === 'moment' ? atTime(at) : as === 'day' ? onDay(at) : as === 'hour' ? atHour(at) : ago(time, now)
  return (
    <time dateTime={iso} title={as === 'moment' ? undefined : atTime(at)}>
      {around(text)}
    </time>
  )
}

function useNow(ticks: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [ticks])
  // A render in between shows the time of that render.
  return ticks ? Math.max(now, Date.now()) : now
}

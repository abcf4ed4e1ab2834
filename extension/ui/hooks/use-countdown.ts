import { useEffect, useState } from 'preact/hooks'

/** Whole seconds until a moment (milliseconds since 1970), counted down to 0. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now)
  const left = secondsUntil(until, now)
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  return left
}

export function secondsUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}

import { useEffect, useState } from 'preact/hooks'

/** A value once it has not changed for a moment: what is typed is not asked for letter by letter. */
export function useSettledValue<T>(value: T, ms = 400): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}

import { useEffect, useState } from 'preact/hooks'
import type { Wallet } from '../wallet/use-wallet.ts'

export type Entry = { id: number; at: string; what: string; said: string; well: boolean }

const KEPT = 100
const events = ['connect', 'disconnect', 'permissionsChanged', 'addressCardRevoked'] as const

/** What was asked and answered, newest first, and every event of the provider. */
export function useLog(wallet: Wallet): [Entry[], (line: Pick<Entry, 'what' | 'said' | 'well'>) => void] {
  const [log, setLog] = useState<Entry[]>([])

  const write = (line: Pick<Entry, 'what' | 'said' | 'well'>) =>
    setLog((before) => [{ ...line, id: (before[0]?.id ?? 0) + 1, at: now() }, ...before].slice(0, KEPT))

  const sotto = wallet.is === 'here' ? wallet.sotto : null
  useEffect(() => {
    if (sotto === null) return
    const listeners = events.map((name) => {
      const heard = (value: unknown) => write({ what: `event ${name}`, said: JSON.stringify(value) ?? '', well: true })
      sotto.on(name, heard)
      return () => sotto.off(name, heard)
    })
    return () => {
      for (const stop of listeners) stop()
    }
  }, [sotto])

  return [log, write]
}

const now = () => new Date().toLocaleTimeString(undefined, { hour12: false })

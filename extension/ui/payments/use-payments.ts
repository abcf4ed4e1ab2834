import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { intents } from '../../intents/kept.ts'
import { useItem } from '../hooks/use-item.ts'

/** The payments that were begun here, newest first, read anew whenever one of them moves. */
export function usePayments(profileId: string): OpenIntent[] {
  const stored = useItem(intents)
  const [payments, setPayments] = useState<OpenIntent[]>([])
  useEffect(() => {
    if (stored === undefined) return
    let current = true
    void ask('money.list', { profileId }).then(
      (list) => current && setPayments(list),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [stored, profileId])
  return payments
}

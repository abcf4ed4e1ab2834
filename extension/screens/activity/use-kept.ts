import { useEffect, useState } from 'preact/hooks'
import type { Transaction } from '#shared/model/transaction.ts'
import { ask } from '../../background/ask.ts'

/** As many as the wallet keeps. */
const KEPT = 500

/** What this browser kept, newest first. */
export function useKeptTransactions(profileId: string): Transaction[] {
  const [kept, setKept] = useState<Transaction[]>([])
  useEffect(() => {
    ask('activity.cached', { profileId, limit: KEPT }).then(setKept, () => undefined)
  }, [profileId])
  return kept
}

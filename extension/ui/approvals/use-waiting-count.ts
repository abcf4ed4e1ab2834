import { useEffect } from 'preact/hooks'
import type { Profile } from '../../gateway/profiles.ts'
import type { View } from '../../store/view.ts'
import { useItem } from '../hooks/use-item.ts'
import { signOf } from '../live/use-on-change.ts'
import { countWaiting, keptWaiting } from './kept-waiting.ts'

/** How many payments wait for a person: counted when the wallet opens, and whenever something moved. */
export function useWaitingCount({ id, key }: Profile, view: View | null): number {
  const sign = signOf(view)
  // What concerns the account as a whole is told to no key that is limited to some wallets.
  const told = key.walletIds === null
  useEffect(() => {
    if (told && sign !== undefined) void countWaiting(id)
  }, [id, told, sign])
  return useItem(keptWaiting(id)) ?? 0
}

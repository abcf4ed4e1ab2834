import { useRef } from 'preact/hooks'
import type { Failure } from '#shared/client-failure.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { ask } from '../../background/ask.ts'
import type { View } from '../../store/view.ts'
import { useLive } from '../hooks/use-live.ts'
import type { ScreenProps } from '../routes/screen.ts'

/** The balances of the gateway's wallets, as they were last read and as they are read from now on. */
export function useBalances({ profile, view }: Pick<ScreenProps, 'profile' | 'view'>): Load<WalletBalances[]> {
  // Anyone who asks by hand wants to know what others paid, too, which no transaction of the account tells.
  const force = useRef(false)
  const refresh = useLive(
    () => {
      const asked = { profileId: profile.id, force: force.current }
      force.current = false
      return ask('gateway.refresh', asked)
    },
    () => true,
    profile.id,
  )
  const failure = refresh.is === 'waiting' ? undefined : refresh.failure
  // The frame shows, on every screen, that a key is not accepted any more.
  const told = profile.state === 'rejected' && view?.balances != null
  const reload = () => {
    force.current = true
    return refresh.reload()
  }
  return { ...balancesIn(view, told ? undefined : failure), reload }
}

/** No genuine gateway answers more than a browser keeps. That there is no wallet would be said wrongly. */
const tooLarge: Failure = { code: 'broken_answer', message: 'The answer is too large to be shown.' }

/** What is known is worth more than why it could not be read anew. */
export function balancesIn(view: View | null, failure: Failure | undefined) {
  const balances = view?.balances
  if (balances == null) return failure === undefined ? { is: 'waiting' as const } : { is: 'refused' as const, failure }
  const omitted = (balances.omitted ?? 0) > 0
  if (omitted && balances.list.length === 0) return { is: 'refused' as const, failure: tooLarge }
  if (omitted) return { is: 'ready' as const, value: balances.list, at: balances.at, failure: tooLarge }
  const ready = { is: 'ready' as const, value: balances.list, at: balances.at }
  return failure === undefined ? ready : { ...ready, failure }
}

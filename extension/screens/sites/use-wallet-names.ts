import type { Wallet } from '#shared/model/wallet.ts'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import type { Grant } from '../../sites/grant.ts'
import type { View } from '../../store/view.ts'
import { profilesOf } from './model.ts'

const NONE: ReadonlyMap<string, Wallet[]> = new Map()

/** Wallets of every gateway that a grant is of, as far as they can be read: a gateway that is away hides names alone. */
export function useWalletNames(
  grants: readonly Grant[] | undefined,
  profiles: readonly Profile[] | undefined,
  view: View | null,
): ReadonlyMap<string, Wallet[]> {
  const ids = profilesOf(grants ?? [], profiles ?? [])
  const loaded = useLoad(async () => {
    const lists = await Promise.allSettled(ids.map((id) => walletsOf(id, view)))
    return new Map(lists.flatMap((list, at) => (list.status === 'fulfilled' ? [[ids[at] ?? '', list.value]] : [])))
  }, [ids.join()])
  return loaded.is === 'ready' ? loaded.value : NONE
}

async function walletsOf(profileId: string, view: View | null): Promise<Wallet[]> {
  if (view?.profileId === profileId && view.balances !== null) return view.balances.list.map(({ wallet }) => wallet)
  return (await read(profileId, 'listWallets', {})).wallets
}

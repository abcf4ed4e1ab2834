import { invalid } from '#shared/refusal.ts'
import { webhookReach } from '../../config/config.ts'
import { listWallets } from '../../wallets/store.ts'
import { addressIn, isAllowed } from '../../world/outgoing/addresses.ts'
import type { World } from '../../world/world.ts'

type Named = { url?: string | undefined; walletIds?: readonly string[] | null | undefined }

/** Refuses a wallet that is not the account's, and an address that nothing is sent to; what a name stands for may change. */
export async function requireFitting(world: World, accountId: string, { url, walletIds }: Named): Promise<void> {
  if (url !== undefined) requireReachable(world, url)
  if (walletIds == null) return
  const own = new Set((await listWallets(world.db, world.keys, accountId)).map(({ id }) => id))
  const stranger = walletIds.findIndex((id) => !own.has(id))
  if (stranger >= 0) throw invalid(`walletIds.${stranger}`, 'is not a wallet of this account')
}

function requireReachable({ config }: World, text: string): void {
  const url = new URL(text)
  const isHere = /(^|\.)localhost\.?$/.test(url.hostname)
  const address = isHere ? '127.0.0.1' : addressIn(url)
  if (address !== undefined && !isAllowed(address, webhookReach(config)))
    throw invalid('url', 'is an address that webhooks may not reach')
}

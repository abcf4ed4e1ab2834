import type { Address } from '#shared/model/ids.ts'
import { flawed } from '../notas/flaws.ts'
import { cardCheck } from '../notas/inspect.ts'
import { openCard } from '../notas/open-nota.ts'
import type { World } from '../world.ts'

/** What a card is used for here: whom to pay, or what to watch. */
export type ReadCard = { address: Address; label: string | null }

/**
 * Reads somebody's address card, or refuses it by name. It need not come from an issuer that is known here: like an
 * address on paper it is worth what the way it came by is worth, but it cannot have been altered on that way.
 */
export async function readCard(world: World, nota: string): Promise<ReadCard> {
  const { wallets, chainId } = world.chain
  const card = await openCard(nota, world.clock.now(), wallets)
  const { address, label, network } = card.content
  if (card.content.chainId !== chainId || network !== world.config.SOTTO_NETWORK) {
    const here = `${world.config.SOTTO_NETWORK} (chain ${chainId})`
    throw flawed('wrong_chain', `It is for ${network} (chain ${card.content.chainId}); this gateway serves ${here}.`)
  }
  if ((await cardCheck(card, wallets)).result === 'failed') throw flawed('wallet_signature')
  return { address, label: label ?? null }
}

import type { Address } from '#shared/model/ids.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import type { World } from '../world/world.ts'
import { cardCheck, isValid } from './format/inspect.ts'
import { flawed } from './format/invalid-nota.ts'
import { openCard } from './format/open-nota.ts'
import { trustOf } from './trust.ts'

/** What a card is used for here: whom to pay, or what to watch; and whether it is known who made it. */
export type ReadCard = { address: Address; label: string | null; fingerprint: string; verdict: CardVerdict }

/**
 * Reads an address card, or refuses it by name (`format/envelope.ts` a broken signature, `format/open-nota.ts` the rest). It need not come from an issuer that is known here: then it is an
 * address on paper, which anybody may have written. The verdict says so, as `POST /nota/verify` does.
 */
export async function readCard(world: World, nota: string): Promise<ReadCard> {
  const { wallets, chainId } = world.chain
  const card = await openCard(nota, world.clock.now(), wallets)
  const { address, label, network } = card.content
  if (card.content.chainId !== chainId || network !== world.config.SOTTO_NETWORK) {
    const here = `${world.config.SOTTO_NETWORK} (chain ${chainId})`
    throw flawed('wrong_chain', `It is for ${network} (chain ${card.content.chainId}); this gateway serves ${here}.`)
  }
  const check = await cardCheck(card, wallets)
  if (check.result === 'failed') throw flawed('wallet_signature')
  const trust = await trustOf(world.db, card)
  return {
    address,
    label: label ?? null,
    fingerprint: card.fingerprint,
    verdict: { trust, valid: isValid(trust, [check]) },
  }
}

/** The verdict on a card as of now; none where no card was given, nor of one that has lapsed meanwhile. */
export async function verdictNow(world: World, nota: string | undefined): Promise<CardVerdict | undefined> {
  if (nota === undefined) return undefined
  return readCard(world, nota).then(
    ({ verdict }) => verdict,
    () => undefined,
  )
}

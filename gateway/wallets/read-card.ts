import type { Address } from '#shared/model/ids.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { invalid } from '#shared/refusal.ts'
import { flawed } from '../notas/format/flaws.ts'
import { cardCheck, isValid } from '../notas/format/inspect.ts'
import { openCard } from '../notas/format/open-nota.ts'
import { trustOf } from '../notas/trust.ts'
import type { World } from '../world/world.ts'

/** What a card is used for here: whom to pay, or what to watch; and whether it is known who made it. */
export type ReadCard = { address: Address; label: string | null; verdict: CardVerdict }

/**
 * Reads an address card, or refuses it by name (`notas/format/` says what is refused). It need not come from an issuer that is known here: then it is an
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
  return { address, label: label ?? null, verdict: { trust, valid: isValid(trust, [check]) } }
}

/** The verdict on a card as of now; none where no card was given, nor of one that has lapsed meanwhile. */
export async function verdictNow(world: World, nota: string | undefined): Promise<CardVerdict | undefined> {
  if (nota === undefined) return undefined
  return readCard(world, nota).then(
    ({ verdict }) => verdict,
    () => undefined,
  )
}

/** Who is meant by a card, or by an address that has none: of that no label and no verdict is known. */
export type Payee = Pick<ReadCard, 'address' | 'label'> & { verdict?: CardVerdict }

type PayeeInput = { nota?: string | undefined; address?: string | undefined }

/** Reads whichever is given, or refuses it by name. */
export async function readPayee(world: World, input: PayeeInput): Promise<Payee> {
  if (input.nota !== undefined) return holdable(world, await readCard(world, input.nota), 'nota')
  const address: Address | undefined = world.chain.wallets.checksum(input.address ?? '')
  if (address === undefined) throw invalid('address', 'has a wrong checksum: check it, or write it in lower case')
  return holdable(world, { address, label: null }, 'address')
}

/** An address without a holder is no wallet: a gift of the faucet to it would be gone. */
function holdable(world: World, payee: Payee, path: 'address' | 'nota'): Payee {
  const isUnheld = /^0x0{40}$/.test(payee.address) || world.chain.ownContracts.includes(payee.address)
  if (isUnheld) throw invalid(path, 'is the zero address or a token contract, which cannot be a wallet')
  return payee
}

import type { Address } from '#shared/model/ids.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { invalid } from '#shared/refusal.ts'
import { type ReadCard, readCard } from '../notas/read-card.ts'
import type { World } from '../world/world.ts'

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

import type { Address, Hex } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import type { Receipt } from '../chain/port.ts'
import { type Included, includedAt } from '../legs/evidence/inclusion.ts'
import type { World } from '../world/world.ts'

/** What a transaction moved: public units, or the handle of a confidential amount. */
export type Move = { from: Address; to: Address } & ({ units: bigint } | { handle: Hex })

/**
 * The move that a first leg made for a wallet, as its events say. A mint pays the confidential token; a redeem pays out to the wallet
 * that burned.
 */
export function moveIn({ chain }: World, type: CallType, wallet: Address, receipt: Receipt): Move | undefined {
  const sent = receipt.publicMoves.find((move) => move.from === wallet)
  const hidden = receipt.confidentialMoves.find((move) => move.from === wallet)
  switch (type) {
    case 'FUND':
      return receipt.publicMoves.find((move) => move.to === wallet)
    case 'MINT': {
      const vault = chain.tokens.cstable.address.toLowerCase()
      const paid = receipt.publicMoves.find(({ from, to }) => from === wallet && to.toLowerCase() === vault)
      const isMinted = receipt.confidentialMoves.some(({ from, to }) => Number(from) === 0 && to === wallet)
      return isMinted ? paid && { from: wallet, to: wallet, units: paid.units } : undefined
    }
    case 'TRANSFER':
      return hidden ?? sent
    case 'REDEEM': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === wallet)
      return request === undefined ? hidden : { from: wallet, to: wallet, handle: request.request }
    }
  }
}

/** What a wallet received of one token, in the order of the events. */
export function movesTo(wallet: Address, { publicMoves, confidentialMoves }: Receipt, inPublic: boolean): Move[] {
  return (inPublic ? publicMoves : confidentialMoves).filter(({ to }) => to === wallet)
}

/** A public payout. */
export type Payout = { seen: Included; units: bigint }

/** Blocks after a burn in which its payout is looked for: a week of a live network, often ten questions to the node. */
const PAYOUT_WITHIN = 50_000

/**
 * The payout of a burn: the transaction that has paid its request, and the amount, as the token says. Anyone may finalize a burn, in a
 * transaction that moves more to the wallet.
 */
export async function payoutOfBurn(world: World, request: Hex, wallet: Address, from: number) {
  const paid = await world.chain.finalized(request, from, PAYOUT_WITHIN)
  return paid && payoutIn(await includedAt(world, paid.hash), ({ to, units }) => to === wallet && units === paid.units)
}

/** The payout in a transaction that is said to be one: the first public move that is it. */
export function payoutIn(seen: Included | undefined, isIt: (move: PublicMove) => boolean): Payout | undefined {
  const move = seen?.receipt.publicMoves.find(isIt)
  return seen === undefined || move === undefined ? undefined : { seen, units: move.units }
}

type PublicMove = Receipt['publicMoves'][number]

/** Out of an operator's float: in a transaction of its own. */
export const payoutBy = (payer: Address, wallet: Address) => (move: PublicMove) =>
  move.from === payer && move.to === wallet

import type { Address, Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import { confirmations } from '../config.ts'
import type { World } from '../world.ts'

/** A mined transaction, and the time of the block that it is in now. */
export type Sight = { receipt: Receipt; time: number; deep: boolean }

/** Looks for a transaction by its hash, and that the chain still has the block which its receipt names. */
export async function sight(world: World, hash: Hex): Promise<Sight | undefined> {
  const receipt = await world.chain.receipt(hash)
  if (receipt === undefined) return undefined
  const [block, head] = await Promise.all([world.chain.block(receipt.block), world.chain.head()])
  if (block?.hash !== receipt.blockHash) return undefined
  return { receipt, time: block.time, deep: head.number - receipt.block + 1 >= confirmations(world.config) }
}

/** What a transaction moved: public units, or the handle of a confidential amount. */
export type Move = { from: Address; to: Address } & ({ units: bigint } | { handle: Hex })

/** The move that a first leg made for a wallet, as its events say. */
export function moveIn(
  type: 'FUND' | 'MINT' | 'TRANSFER' | 'REDEEM',
  wallet: Address,
  receipt: Receipt,
): Move | undefined {
  const sent = receipt.publicMoves.find((move) => move.from === wallet)
  switch (type) {
    case 'FUND':
      return receipt.publicMoves.find((move) => move.to === wallet)
    case 'MINT':
      return sent && { from: wallet, to: wallet, units: sent.units }
    case 'TRANSFER':
      return receipt.confidentialMoves.find((move) => move.from === wallet) ?? sent
    case 'REDEEM': {
      const request = receipt.unwraps.find((unwrap) => unwrap.receiver === wallet)
      return request && { from: wallet, to: wallet, handle: request.request }
    }
  }
}

/** What the payout of a redeem request paid to a wallet in public; undefined where nobody has paid it. */
export async function payoutOf(
  world: World,
  request: Hex,
  wallet: Address,
  fromBlock: number,
): Promise<{ seen: Sight; units: bigint } | undefined> {
  const paid = await world.chain.finalized(request, fromBlock)
  const seen = paid && (await sight(world, paid.hash))
  const units = seen?.receipt.publicMoves.find((move) => move.to === wallet)?.units
  return seen === undefined || units === undefined ? undefined : { seen, units }
}

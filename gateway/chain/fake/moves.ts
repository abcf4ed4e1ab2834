import type { Address } from '#shared/model/ids.ts'
import type { Receipt } from '../port.ts'
import type { TokenMove } from '../token-move.ts'

/** What a receipt says was moved, as the scan asks for it. A block of the fake chain has one transaction, so one order of logs. */
export function movesIn(receipt: Receipt): TokenMove[] {
  const { hash, block, blockHash, success, publicMoves, confidentialMoves } = receipt
  if (!success) return []
  const at = { hash, block, blockHash }
  const numbered = <M extends { to: Address }>(list: readonly M[]) =>
    list.map((move, index) => ({ move, position: list.slice(0, index).filter(({ to }) => to === move.to).length }))
  return [
    ...numbered(publicMoves).map(({ move: { from, to, units }, position }) => ({ ...at, from, to, units, position })),
    ...numbered(confidentialMoves).map(({ move: { from, to, handle }, position }) => {
      return { ...at, from, to, handle, position }
    }),
  ].map((move, logIndex) => ({ ...move, logIndex }))
}

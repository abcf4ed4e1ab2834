import { parseAmount } from '#shared/model/money.ts'
import type { Check } from '#shared/model/nota.ts'
import type { Caller } from '../auth/caller.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { boundedQueue } from '../crypto/bounded-queue.ts'
import { type Included, includedAt } from '../legs/evidence/inclusion.ts'
import type { Receipt } from '../notas/format/open-nota.ts'
import type { World } from '../world/world.ts'
import { type Move, moveIn, movesTo, type Payout, payoutIn, payoutOfBurn } from './chain-evidence.ts'
import { publicAmountCheck, secretAmountCheck } from './check-amount.ts'

type Content = Receipt['content']
type Said = Content['legs'][number]

const passed = (name: string, detail: string): Check => ({ name, result: 'passed', detail })
const failed = (name: string, detail: string): Check => ({ name, result: 'failed', detail })

/** Holds a receipt against what the chain says now. Throws `ChainUnavailable`. */
export async function checkOnChain(world: World, caller: Caller, { content }: Receipt): Promise<Check[]> {
  const [first] = content.legs
  if (first === undefined) return []
  const seen = await seenOf(world, first)
  const move = seen && moveSeen(content, seen)
  const leg = firstLegCheck(content, first, seen, move)
  const payout = content.type === 'REDEEM' ? await payoutCheck(world, content, first, seen, move) : undefined
  const amount =
    content.handle === null || payout?.paid === true
      ? publicAmountCheck(content, payout?.units ?? (move !== undefined && 'units' in move ? move.units : undefined))
      : await secretAmountCheck(world, caller, content, move)
  return [leg, ...(payout === undefined ? [] : [payout.check]), amount]
}

/**
 * Where the chain has a leg. Throws `ChainUnavailable` where the block that the receipt names has its transaction, and the node
 * does not show what that did: it has dropped it. Not by `isInChain`, which would believe a stranger's word of a height.
 */
async function seenOf(world: World, { txHash, block: height, blockHash }: Said): Promise<Included | undefined> {
  const seen = await includedAt(world, txHash)
  if (seen !== undefined) return seen
  const block = await world.chain.block(height, { old: true })
  if (block?.hash !== blockHash || !block.transactions.includes(txHash)) return undefined
  throw new ChainUnavailable(`The node has block ${height}, and shows no receipt of ${txHash}`)
}

function moveSeen(content: Content, { receipt }: Included): Move | undefined {
  if (!receipt.success) return { from: content.from, to: content.to, units: 0n }
  if (content.type === 'RECEIVE') return received(content, receipt)
  const wallet = content.type === 'FUND' ? content.to : content.from
  return moveIn(content.type, wallet, receipt)
}

/** The move that the receipt names, if the transaction makes several; otherwise the first, which then differs. */
function received({ from, to, handle, amount }: Content, receipt: Included['receipt']): Move | undefined {
  const moves = movesTo(to, receipt, handle === null)
  const isSaid = (move: Move) =>
    move.from === from && ('units' in move ? move.units === parseAmount(amount ?? '') : move.handle === handle)
  return moves.find(isSaid) ?? moves[0]
}

/** Whether the chain has a leg where the receipt says, with the outcome that it says. */
function isAsSaid(said: Said, { receipt, time }: Included): boolean {
  const outcome = receipt.success ? 'success' : 'reverted'
  return (
    receipt.block === said.block &&
    receipt.blockHash === said.blockHash &&
    time === said.time &&
    outcome === said.outcome
  )
}

function firstLegCheck(content: Content, said: Said, seen: Included | undefined, move: Move | undefined): Check {
  const name = 'first_leg'
  if (seen === undefined) return failed(name, `The chain does not show ${said.txHash}.`)
  if (!isAsSaid(said, seen)) return failed(name, `The chain shows ${said.txHash}, but in another block or outcome.`)
  const handle = move !== undefined && 'handle' in move ? move.handle : null
  if (move?.from !== content.from || move.to !== content.to || handle !== content.handle) {
    return failed(name, `${said.txHash} did not move what the receipt says, or not between these addresses.`)
  }
  return passed(name, `The chain shows ${said.txHash} in block ${said.block}, as the receipt says.`)
}

type PayoutCheck = { check: Check; paid: boolean; units: bigint | undefined }

async function payoutCheck(
  world: World,
  content: Content,
  first: Said,
  seen: Included | undefined,
  move: Move | undefined,
): Promise<PayoutCheck> {
  const name = 'payout_leg'
  const said = content.legs[1]
  const payout = await payoutSeen(world, content, first, seen, move)
  const units = payout?.units
  if (said === undefined) {
    const since = payout === undefined ? 'and the chain shows none.' : 'but it was made since: ask for a new receipt.'
    return { check: passed(name, `The receipt names no payout, ${since}`), paid: false, units }
  }
  if (payout === undefined) return { check: failed(name, 'The chain shows no such payout.'), paid: true, units }
  const same = payout.seen.receipt.hash === said.txHash && isAsSaid(said, payout.seen)
  const check = same
    ? passed(name, `The chain shows ${said.txHash} in block ${said.block}, as the receipt says.`)
    : failed(name, `The chain shows another payout than ${said.txHash}.`)
  return { check, paid: true, units }
}

/**
 * The payout of a burn, from the token's events: searched only if the chain shows that burn, and from the block in which the
 * chain has it. Nothing that a stranger's receipt says decides how much is asked of the node. A payout out of the
 * operator's float is a payment like any other, if it is said.
 */
async function payoutSeen(
  world: World,
  { from, to, legs, handle }: Content,
  first: Said,
  seen: Included | undefined,
  move: Move | undefined,
): Promise<Payout | undefined> {
  if (seen === undefined || move === undefined) return undefined
  if (first.kind !== 'burn') return legs[1] && payoutIn(await seenOf(world, legs[1]), from, to)
  if (!('handle' in move) || move.handle !== handle) return undefined
  return searching(() => payoutOfBurn(world, move.handle, move.from, seen.receipt.block))
}

/** A search is several questions to the node: not more of them at once, no matter who asks. */
const searching = boundedQueue(4, 50)

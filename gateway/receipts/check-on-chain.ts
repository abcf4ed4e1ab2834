import { parseAmount } from '#shared/model/money.ts'
import type { Check } from '#shared/model/nota.ts'
import type { Caller } from '../auth/caller.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { HistoryDropped } from '../chain/unavailable.ts'
import { boundedQueue } from '../crypto/bounded-queue.ts'
import { type Included, includedAt } from '../legs/evidence/inclusion.ts'
import type { Receipt } from '../notas/format/open-nota.ts'
import type { World } from '../world/world.ts'
import { type Move, moveIn, movesTo, type Payout, payoutBy, payoutIn, payoutOfBurn } from './chain-evidence.ts'
import { publicAmountCheck, secretAmountCheck } from './check-amount.ts'

type Content = Receipt['content']
type Said = Content['legs'][number]

const passed = (name: string, detail: string): Check => ({ name, result: 'passed', detail })
const failed = (name: string, detail: string): Check => ({ name, result: 'failed', detail })

const AWAY = 'The chain did not answer. Try again in a moment.'
const DROPPED = 'The node has dropped what it did: SOTTO_RPC_URL_ARCHIVE can name one that keeps it.'

/** What the chain shows of a first leg, and what that moved. */
type First = { said: Said; seen: Included | undefined; move: Move | undefined }

/** Holds a receipt against what the chain says now. A check that the chain does not answer takes no other with it. */
export async function checkOnChain(world: World, caller: Caller, { content }: Receipt): Promise<Check[]> {
  const [said] = content.legs
  if (said === undefined) return []
  const first = firstSeen(world, content, said)
  const payout = content.type === 'REDEEM' ? payoutSeen(world, content, first) : undefined
  return Promise.all([
    made('first_leg', async () => firstLegCheck(content, await first)),
    ...(payout === undefined ? [] : [made('payout_leg', async () => payoutCheck(content, await payout))]),
    made('amount_on_chain', () => amountCheck(world, caller, content, first, payout)),
  ])
}

async function made(name: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    return { name, result: 'not_checked', detail: error instanceof HistoryDropped ? DROPPED : AWAY }
  }
}

async function firstSeen(world: World, content: Content, said: Said): Promise<First> {
  const seen = await seenOf(world, said)
  return { said, seen, move: seen && moveSeen(world, content, seen) }
}

/**
 * Where the chain has a leg. Throws `HistoryDropped` where the block that the receipt names has its transaction, and the node
 * does not show what that did. Not by `isInChain`, which would believe a stranger's word of a height.
 */
async function seenOf(world: World, { txHash, block: height, blockHash }: Said): Promise<Included | undefined> {
  const seen = await includedAt(world, txHash)
  if (seen !== undefined) return seen
  const block = await world.chain.block(height, { old: true })
  if (block?.hash !== blockHash || !block.transactions.includes(txHash)) return undefined
  throw new HistoryDropped(`The node has block ${height}, and shows no receipt of ${txHash}`)
}

function moveSeen(world: World, content: Content, { receipt }: Included): Move | undefined {
  if (!receipt.success) return { from: content.from, to: content.to, units: 0n }
  if (content.type === 'RECEIVE') return received(content, receipt)
  const wallet = content.type === 'FUND' ? content.to : content.from
  return moveIn(world, content.type, wallet, receipt)
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

function firstLegCheck(content: Content, { said, seen, move }: First): Check {
  const name = 'first_leg'
  if (seen === undefined) return failed(name, `The chain does not show ${said.txHash}.`)
  if (!isAsSaid(said, seen)) return failed(name, `The chain shows ${said.txHash}, but in another block or outcome.`)
  const handle = move !== undefined && 'handle' in move ? move.handle : null
  if (move?.from !== content.from || move.to !== content.to || handle !== content.handle) {
    return failed(name, `${said.txHash} did not move what the receipt says, or not between these addresses.`)
  }
  return passed(name, `The chain shows ${said.txHash} in block ${said.block}, as the receipt says.`)
}

function payoutCheck({ legs }: Content, payout: Payout | undefined): Check {
  const name = 'payout_leg'
  const said = legs[1]
  if (said === undefined) {
    const since = payout === undefined ? 'and the chain shows none.' : 'but it was made since: ask for a new receipt.'
    return passed(name, `The receipt names no payout, ${since}`)
  }
  if (payout === undefined) return failed(name, 'The chain shows no such payout.')
  return payout.seen.receipt.hash === said.txHash && isAsSaid(said, payout.seen)
    ? passed(name, `The chain shows ${said.txHash} in block ${said.block}, as the receipt says.`)
    : failed(name, `The chain shows another payout than ${said.txHash}.`)
}

/** A payout that is said shows in public what was burned in secret. */
async function amountCheck(
  world: World,
  caller: Caller,
  content: Content,
  first: Promise<First>,
  payout: Promise<Payout | undefined> | undefined,
): Promise<Check> {
  const { move } = await first
  const isSaid = payout !== undefined && content.legs[1] !== undefined
  if (content.handle !== null && !isSaid) return secretAmountCheck(world, caller, content, move)
  const shown = move !== undefined && 'units' in move ? move.units : undefined
  return publicAmountCheck(content, (await payout)?.units ?? shown)
}

/**
 * The payout of a burn, from the token's events: searched only if the chain shows that burn, and from the block in which the
 * chain has it. Nothing that a stranger's receipt says decides how much is asked of the node. A payout out of the
 * operator's float is a payment like any other, if it is said.
 */
async function payoutSeen(
  world: World,
  { from, to, legs, handle }: Content,
  first: Promise<First>,
): Promise<Payout | undefined> {
  const { said, seen, move } = await first
  if (seen === undefined || move === undefined) return undefined
  if (said.kind !== 'burn') return legs[1] && payoutIn(await seenOf(world, legs[1]), payoutBy(to, from))
  if (!('handle' in move) || move.handle !== handle) return undefined
  return searching(() => payoutOfBurn(world, move.handle, move.from, seen.receipt.block))
}

/** A search is several questions to the node: not more of them at once, no matter who asks. */
const searching = boundedQueue(4, 50)

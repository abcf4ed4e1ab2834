import type { Address, Hex } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { movesOfBlock, type PlacedMove, placedMoves } from '../../chain/placed-moves.ts'
import { type Block, ChainUnavailable } from '../../chain/port.ts'
import type { TokenMove } from '../../chain/token-move.ts'
import { atomically, type Db } from '../../db/database.ts'
import { deepHeight } from '../../legs/evidence/inclusion.ts'
import { watchedAddresses } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { confirmedBetween } from '../taken-back-store.ts'
import type { Arrival } from './arrival.ts'
import { begin } from './first-block.ts'
import { incomeIn } from './income.ts'
import { goOn, type Position, position, type Scanned, standsAt } from './position-store.ts'
import type { Placed } from './read-store.ts'
import { goneAmong, lookAtTakenBack, rewind, unseenBetween } from './rewind.ts'
import { insertArrivals, mergeEffects, removeArrivals, writeEffects } from './store.ts'

/**
 * So many of the newest blocks are asked for one by one, by hash: a node that lags then says that it lacks one, where over a
 * run of blocks it would leave out what it does not have without a word.
 */
export const NEAR = 32
/** Blocks of a run: fewer where the node refuses so many. */
export const RUN_MAX = 2_000
/** More moves than so many are not taken at once, so that memory stays flat: unless one block has them. */
const MOVES_MAX = 2_000
/** Addresses in one question. */
const ADDRESSES = 500

/** Rows in one commit, so that a payment never waits for long behind this. */
const AT_ONCE = 100

/** Whether there may be more to be looked through at once. */
export type Progress = 'more' | 'done'

/**
 * Looks a bounded piece further for money from outside, from where the last look ended: as deep as a payment has to be to
 * settle. What is written and where the look stands are one commit, in pieces that may be written again: killed anywhere,
 * nothing is listed twice, and nothing is missed.
 */
export async function scanStep(world: World): Promise<Progress> {
  const head = await world.chain.head()
  const safe = deepHeight(world, head.number)
  const from = await position(world.db)
  const last = from.at
  if (last === undefined) return (await begin(world, from, safe)) ? 'more' : 'done'
  if (safe <= last.number) {
    if (safe === last.number && (head.number > safe || head.hash === last.hash)) return 'done'
    // A node that lacks the block is behind; only another block in its place says that it is gone.
    const block = await world.chain.block(last.number)
    if (block === undefined || block.hash === last.hash) return 'done'
    await rewind(world)
    return 'more'
  }
  return safe - last.number > NEAR
    ? scanRun(world, { ...from, at: last }, safe - NEAR)
    : scanBlocks(world, { ...from, at: last }, safe)
}

/** The position once there is a first block. */
type Known = Position & { at: Scanned }

/** The newest blocks, each linked to the one before it by its hash. */
async function scanBlocks(world: World, from: Known, safe: number): Promise<Progress> {
  let written = from
  let last = from.at
  for (let number = last.number + 1; number <= safe; number++) {
    const block = await world.chain.block(number)
    if (block === undefined) break
    if (block.parent !== last.hash) {
      await rewind(world)
      return 'more'
    }
    last = { number, hash: block.hash }
    // Read after the block: a payment may settle at any time.
    const confirmed = await confirmedBetween(world.db, number, number)
    await lookAtTakenBack(
      world,
      confirmed.filter(({ blockHash }) => blockHash !== block.hash),
    )
    const arrivals = await incomeIn(world, await movesOfBlock(world.chain, block))
    const there = await unseenBetween(world, number, number, arrivals)
    const gone = there.filter((arrival) => arrival.blockHash !== block.hash)
    if (arrivals.length + gone.length === 0) continue
    if (!(await write(world, written, last, arrivals, gone))) return 'more'
    written = { ...from, at: last }
  }
  if (last !== written.at) await write(world, written, last, [], [])
  return 'done'
}

/** A run of blocks that are deep enough for every node to have them. */
async function scanRun(world: World, from: Known, end: number): Promise<Progress> {
  const { at } = from
  const addresses = await watchedAddresses(world.db, OPERATOR_ACCOUNT)
  const run = runOf(world)
  const to = addresses.length === 0 ? end : Math.min(end, at.number + run.blocks)
  if ((await blockAt(world, at.number)).hash !== at.hash) {
    await rewind(world)
    return 'more'
  }
  const found = await movesInRun(world, addresses, at.number + 1, to).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) run.blocks = Math.max(1, Math.floor(run.blocks / 2))
    throw error
  })
  if (found === undefined) {
    run.blocks = Math.floor((to - at.number) / 2)
    return 'more'
  }
  const { hash, moves } = found
  run.blocks = Math.min(RUN_MAX, Math.ceil(run.blocks * 1.25))
  const arrivals = await incomeIn(world, moves)
  const gone = await goneAmong(world, await unseenBetween(world, at.number + 1, to, arrivals))
  await lookAtTakenBack(world, await goneAmong(world, await confirmedBetween(world.db, at.number + 1, to)))
  await write(world, from, { number: to, hash }, arrivals, gone)
  return 'more'
}

/**
 * What moved to some addresses in a run of blocks, both ends included, and the hash of the last one. Undefined where that is
 * too much at once. Throws `ChainUnavailable`, also where the chain was reorganised meanwhile.
 */
export async function movesInRun(
  world: World,
  addresses: readonly Address[],
  from: number,
  to: number,
): Promise<{ hash: Hex; moves: PlacedMove[] } | undefined> {
  const { hash } = await blockAt(world, to)
  const moves: TokenMove[] = []
  for (let start = 0; start < addresses.length; start += ADDRESSES) {
    moves.push(...(await world.chain.movesTo(addresses.slice(start, start + ADDRESSES), from, to)))
    if (moves.length > MOVES_MAX && to > from) return undefined
  }
  const placed = await placedMoves(world.chain, moves)
  if ((await blockAt(world, to)).hash !== hash) throw new ChainUnavailable('The chain was reorganised meanwhile')
  return { hash, moves: placed }
}

/** Throws `ChainUnavailable` where the chain lacks the block. */
export async function blockAt({ chain }: World, number: number): Promise<Block> {
  const block = await chain.block(number)
  if (block === undefined) throw new ChainUnavailable(`The chain lacks block ${number}`)
  return block
}

/** How many blocks the node gave at once lately. */
function runOf(world: World): { blocks: number } {
  return world.memory.part('blocks of a run', () => ({ blocks: RUN_MAX }))
}

/** The last piece moves the position. False where another gateway has moved it meanwhile: then nothing more is written. */
async function write(
  world: World,
  from: Position,
  to: Scanned,
  arrivals: readonly Arrival[],
  gone: readonly Placed[],
): Promise<boolean> {
  const mayWrite = (trx: Db, isLast: boolean) => (isLast ? goOn(trx, from, to) : standsAt(trx, from))
  return (await writeAll(world, arrivals, gone, mayWrite)) !== undefined
}

/**
 * Stores arrivals and removes those that are gone, in several commits, each with its effects, which may be made again. `mayWrite`
 * is asked first in each. Returns how many were not listed before and how many are no longer; undefined where a commit may not be
 * made: then nothing more is written.
 */
export async function writeAll(
  world: World,
  arrivals: readonly Arrival[],
  gone: readonly Placed[],
  mayWrite: (trx: Db, isLast: boolean) => Promise<boolean>,
): Promise<{ more: number; fewer: number } | undefined> {
  const written = { more: 0, fewer: 0 }
  for (let start = 0, isLast = false; !isLast; start += AT_ONCE) {
    isLast = start + AT_ONCE >= Math.max(arrivals.length, gone.length)
    world.step('before storing arrivals')
    const piece = await atomically(world.db, async (trx) => {
      if (!(await mayWrite(trx, isLast))) return undefined
      const now = world.clock.now()
      const taken = await removeArrivals(trx, gone.slice(start, start + AT_ONCE))
      const found = await insertArrivals(trx, world.keys, arrivals.slice(start, start + AT_ONCE), now)
      await writeEffects(trx, world.keys, mergeEffects(taken, found), now)
      world.step('before committing arrivals')
      return { more: found.more.length, fewer: taken.fewer.length }
    })
    world.step('after storing arrivals')
    if (piece === undefined) return undefined
    written.more += piece.more
    written.fewer += piece.fewer
  }
  return written
}

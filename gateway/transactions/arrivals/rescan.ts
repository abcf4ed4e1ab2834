import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { confirmations } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { findWatched } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { learnAmounts } from './amounts.ts'
import { incomeIn } from './income.ts'
import { scannedBlocks } from './position-store.ts'
import { insertArrivals } from './store.ts'

/** Blocks in one question at first; fewer where the node refuses so many. */
const RUN_MAX = 2_000
/** Rows in one commit, so that a payment never waits for long behind this. */
const AT_ONCE = 100

export type Rescanned = { blocks: number; arrivals: number }

/**
 * Looks for what came in to one address, from a block up to where the scan stands now: from there on the scan sees it
 * itself. May be run again. Throws where no wallet has the address.
 */
export async function rescan(world: World, address: Address, fromBlock: number): Promise<Rescanned> {
  const { wallets } = await findWatched(world.db, world.keys, [address], OPERATOR_ACCOUNT)
  if (wallets.length === 0) throw new Error(`No wallet of this gateway has the address ${address}.`)
  const end = await endOf(world)
  const done: Rescanned = { blocks: Math.max(0, end - fromBlock + 1), arrivals: 0 }
  for (let from = fromBlock, size = RUN_MAX; from <= end; ) {
    const to = Math.min(end, from + size - 1)
    const moves = await movesUnlessRefused(world, address, from, to)
    if (moves === undefined) {
      size = Math.floor(size / 2)
      continue
    }
    const arrivals = await incomeIn(world, moves)
    for (let start = 0; start < arrivals.length; start += AT_ONCE) {
      const some = arrivals.slice(start, start + AT_ONCE)
      const write = atomically(world.db, (trx) => insertArrivals(trx, world.keys, some, world.clock.now()))
      done.arrivals += await write
    }
    from = to + 1
  }
  for (const { id } of wallets.filter(({ type }) => type === 'CUSTODIAL')) await learnAmounts(world, id)
  return done
}

/** Where the scan stands; before its first look, as deep as it would look. */
async function endOf(world: World): Promise<number> {
  const [last] = await scannedBlocks(world.db, 1)
  const { number: head } = await world.chain.head()
  return Math.min(last?.number ?? head, head - confirmations(world.config) + 1)
}

/** Undefined where the node refuses a run that can be made shorter. */
async function movesUnlessRefused(world: World, address: Address, from: number, to: number) {
  try {
    return await world.chain.movesTo([address], from, to)
  } catch (error) {
    if (error instanceof ChainUnavailable && to - from >= 100) return undefined
    throw error
  }
}

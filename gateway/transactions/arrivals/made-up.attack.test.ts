import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { placedMoves } from '../../chain/placed-moves.ts'
import type { TokenMove } from '../../chain/token-move.ts'
import { wrongTotals } from '../totals-store.ts'
import { incomeIn } from './income.ts'
import { look } from './look-fixture.ts'
import { unplacedRepeats } from './read-store.ts'
import { rescan } from './rescan.ts'
import { amounts, ledger, purse, setUpEach, stranger, world } from './scan-fixture.ts'
import { insertArrivals, updateTotals } from './store.ts'

setUpEach()

/** The node adds something to what it shows, until the end of some work. */
async function whileShowing(more: (shown: TokenMove[]) => TokenMove[], work: () => Promise<unknown>): Promise<void> {
  const { movesIn, movesTo } = world.chain
  world.chain.movesIn = async (hash) => more(await movesIn(hash))
  world.chain.movesTo = async (to, from, end) => more(await movesTo(to, from, end))
  await work()
  Object.assign(world.chain, { movesIn, movesTo })
}

const looks = async () => {
  for (let times = 0; times < 3; times++) await look(world)
}

/** So that the next look is at a run of blocks. */
const passBlocks = () => {
  for (let blocks = 0; blocks < 100; blocks++) ledger().mineEmpty()
}

const invented = (fields: Partial<TokenMove>) => (shown: TokenMove[]) => {
  const from = stranger.address
  const made = { hash: `0x${'e'.repeat(64)}` as Hex, from, to: purse.address, units: 555_000_000n, ...fields }
  return shown.flatMap((move) => [move, { ...move, logIndex: 9, position: 1, ...made }])
}

describe('a move that a node invents', () => {
  test.each([
    ['by a transaction which its block does not have', {}],
    ['in a block that the chain does not have', { blockHash: `0x${'d'.repeat(64)}` as Hex }],
  ])('%s is not listed, neither in a block nor in a run of them', async (_, fields) => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    await whileShowing(invented(fields), looks)
    expect(await amounts()).toEqual([])
    passBlocks()
    await whileShowing(invented(fields), looks)
    expect(await amounts()).toEqual([])
    await looks()
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('and that was listed is taken back by a rescan, which says so', async () => {
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    passBlocks()
    await looks()
    await asOlderVersionsDid(hash, [{ hash: `0x${'e'.repeat(64)}`, position: 0 }])
    expect(await amounts()).toEqual(['1 STABLE', '555 STABLE'])
    expect(await rescan(world, purse.address, 0)).toMatchObject({ arrivals: 0, removed: 1 })
    expect(await amounts()).toEqual(['1 STABLE'])
    expect(await wrongTotals(world.db)).toEqual([])
  })
})

/** Rows as a version wrote them that believed a node, and kept no log. */
async function asOlderVersionsDid(hash: Hex, rows: { hash: Hex; position: number }[]): Promise<void> {
  const move = (await world.chain.movesTo([purse.address], 0, ledger().block)).find((each) => each.hash === hash)
  if (move === undefined) throw new Error('the fake chain has lost a payment')
  const [arrival] = await incomeIn(world, await placedMoves(world.chain, [move]))
  if (arrival === undefined) throw new Error('the purse has gone')
  const made = rows.map((row) => ({ ...arrival, units: 555_000_000n, ...row, logIndex: null }))
  const { more } = await insertArrivals(world.db, world.keys, made, 1)
  await updateTotals(world.db, world.keys, { more, fewer: [], news: [], requests: [] }, 1)
}

describe('a payment that a node tells twice', () => {
  test('and that was listed twice is found, and taken back by a rescan', async () => {
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    passBlocks()
    await looks()
    expect(await unplacedRepeats(world.db)).toEqual([])
    await asOlderVersionsDid(hash, [{ hash, position: 1 }])
    expect(await unplacedRepeats(world.db)).toMatchObject([{ address: purse.address, count: 1 }])
    expect(await rescan(world, purse.address, 0)).toMatchObject({ arrivals: 0, removed: 1 })
    expect(await amounts()).toEqual(['1 STABLE'])
    expect(await unplacedRepeats(world.db)).toEqual([])
  })

  test('two that one transaction makes stay two, and a rescan knows the log of each', async () => {
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    const moves = ledger().mined.get(hash)?.receipt.publicMoves
    moves?.push({ from: stranger.address, to: purse.address, units: 1_000_000n })
    await looks()
    await world.db.updateTable('arrivals').set({ logIndex: null }).execute()
    expect(await unplacedRepeats(world.db)).toMatchObject([{ count: 1 }])
    expect(await rescan(world, purse.address, 0)).toMatchObject({ arrivals: 0, removed: 0 })
    expect(await unplacedRepeats(world.db)).toEqual([])
    const logs = await world.db.selectFrom('arrivals').select(['position', 'logIndex']).orderBy('position').execute()
    expect(logs).toEqual([
      { position: 0, logIndex: 0 },
      { position: 1, logIndex: 1 },
    ])
  })

  test('under one number of a log is one row, whatever another row says of it', async () => {
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    ledger().mined.get(hash)?.receipt.publicMoves.push({ from: stranger.address, to: purse.address, units: 2_000_000n })
    await looks()
    const swapped = (shown: TokenMove[]) => shown.map((move) => ({ ...move, logIndex: 1 - move.logIndex }))
    await whileShowing(swapped, () => rescan(world, purse.address, 0))
    const logs = await world.db.selectFrom('arrivals').select(['position', 'logIndex']).orderBy('position').execute()
    expect(logs.map(({ logIndex }) => logIndex)).toEqual([1, 0])
    expect(await amounts()).toEqual(['1 STABLE', '2 STABLE'])
    await expect(world.db.updateTable('arrivals').set({ logIndex: 5 }).execute()).rejects.toThrow()
  })
})

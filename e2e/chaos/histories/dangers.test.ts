import { describe, expect, test } from 'vitest'
import type { Mode } from '../stage.ts'
import { rest } from './rest.ts'
import { differencesIn, seenIn } from './sums.ts'
import { Town } from './town.ts'
import { useElsewhere } from './use-elsewhere.ts'
import type { Wish } from './wish.ts'

/** Histories that were found to be dangerous, in their shortest form. */
const wish = (town: Town, change: Partial<Wish>): Wish => {
  const key = `wish ${town.wishes.length}`
  const made: Wish = {
    key,
    verb: 'redeem',
    from: 0,
    to: 1,
    units: 7_000_000n,
    token: 'cSTABLE',
    ids: new Set(),
    seen: [],
    ...change,
  }
  town.wishes.push(made)
  return made
}

async function readOften(town: Town, one: Wish): Promise<void> {
  for (let reads = 0; reads < 3; reads++) {
    town.world.clock.pass(1_500)
    await town.read(one)
  }
}

describe('what took the place of a transaction of ours is itself taken back', () => {
  test.each<Mode>(['backed', 'float'])(
    'a payout (%s) that was superseded, and made anew, is paid once',
    async (mode) => {
      const town = await Town.found(mode)
      const { chain } = town.world
      const redeem = wish(town, {})
      await town.ask(redeem)
      chain.faults.broadcast = () => 'lost'
      await readOften(town, redeem)
      useElsewhere(town, chain.operator.address, 1)
      delete chain.faults.broadcast
      await readOften(town, redeem)
      expect(redeem.seen.at(-1)).toBe('SETTLED')
      chain.ledger.rollback(2)
      expect(await rest(town)).toEqual([])
      expect(redeem.seen.at(-1)).toBe('SETTLED')
      expect(await differencesIn(town)).toEqual([])
    },
  )

  test('a payment that failed because it was superseded stays without effect', async () => {
    const town = await Town.found('backed')
    const { chain } = town.world
    const superseded = wish(town, { verb: 'transfer', token: 'STABLE' })
    chain.faults.broadcast = () => 'lost'
    await town.ask(superseded)
    useElsewhere(town, town.purse(0).address, 1)
    delete chain.faults.broadcast
    await readOften(town, superseded)
    expect(superseded.seen.at(-1)).toBe('FAILED')
    const next = wish(town, { verb: 'transfer', token: 'STABLE', units: 1_000n })
    await town.ask(next)
    chain.ledger.rollback(2)
    expect(await rest(town)).toEqual([])
    expect([superseded, next].map(({ seen }) => seen.at(-1))).toEqual(['FAILED', 'SETTLED'])
    expect(await differencesIn(town)).toEqual([])
  })
})

test('a cancellation that lost the race does not win after a reorganisation of what was settled', async () => {
  const town = await Town.found('backed')
  const { chain, clock } = town.world
  chain.faults.broadcast = () => 'lost'
  const mint = wish(town, { verb: 'mint', units: 1n })
  await town.ask(mint)
  clock.pass(3_000)
  delete chain.faults.broadcast
  await town.cancel(mint)
  await town.read(mint)
  expect(mint.seen.at(-1)).toBe('SETTLED')
  chain.ledger.rollback(1)
  expect(await rest(town)).toEqual([])
  expect(await differencesIn(town)).toEqual([])
})

test('bytes that a node lost are sent again within seconds, long before they would be replaced', async () => {
  const town = await Town.found('backed')
  const { chain } = town.world
  chain.faults.broadcast = () => 'lost'
  const transfer = wish(town, { verb: 'transfer' })
  await town.ask(transfer)
  expect(await rest(town, 8)).toEqual([])
  expect(transfer.seen.at(-1)).toBe('SETTLED')
  expect(await differencesIn(town)).toEqual([])
  expect((await seenIn(town)).replaced).toBe(0)
})

describe('the clock jumps back', () => {
  test('what a node lost is sent again before the clock has caught up', async () => {
    const town = await Town.found('backed')
    const { chain, clock } = town.world
    chain.faults.broadcast = () => 'lost'
    const transfer = wish(town, { verb: 'transfer', token: 'STABLE' })
    await town.ask(transfer)
    const { now } = clock
    clock.now = () => now() - 3_600_000
    expect(await rest(town)).toEqual([])
    expect(transfer.seen.at(-1)).toBe('SETTLED')
  })
})

test.each<Mode>(['backed', 'float'])(
  'a fund of after a backup is not made again after a second one from before it was found (%s)',
  async (mode) => {
    const town = await Town.found(mode)
    await town.vault.backUp()
    const fund = wish(town, { verb: 'fund' })
    await town.ask(fund)
    await town.vault.restore(false)
    // The operator's first payment is forgotten, and the newest that is known is newer.
    await town.ask(wish(town, { verb: 'mint', units: 1n }))
    await town.vault.backUp()
    town.world.clock.pass(1_000)
    await town.vault.restore(false)
    expect(await rest(town)).toEqual([])
    expect(fund.seen.at(-1)).toBe('SETTLED')
    expect(await differencesIn(town)).toEqual([])
    await town.close()
  },
)

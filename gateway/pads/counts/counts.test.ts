import { beforeEach, describe, expect, test } from 'vitest'
import { createMemory } from '../../world/memory.ts'
import { filled, pay, setUpEach, wallet, withPads, world } from '../pads-fixture.ts'
import { storePadCounts } from './note.ts'
import { readPadCounts } from './store.ts'

const counts = () => readPadCounts(world.db, world.clock.now())

describe('what became of pads', () => {
  setUpEach()
  beforeEach(withPads)

  test('is read wallet by wallet', async () => {
    await pay('1')
    await pay('2')
    await storePadCounts(world)
    const counted = { ready: 6, used: 2, thrownAway: 0, noneReady: 0, noRight: 1, noContract: 0 }
    expect(await counts()).toEqual([{ address: wallet.address, ...counted }])
    await pay('1')
    await storePadCounts(world)
    expect(await counts()).toMatchObject([{ ready: 5, used: 3, noRight: 1 }])
  })

  test('is added up over gateways; pads of one that has ended are not ready', async () => {
    await storePadCounts(world)
    const second = { ...world, memory: createMemory() }
    await storePadCounts(second)
    expect(await counts()).toMatchObject([{ ready: 8, noRight: 1 }])
    world.clock.pass(100_000)
    expect(await counts()).toMatchObject([{ ready: 0, noRight: 1 }])
    await storePadCounts(world)
    expect(await counts()).toMatchObject([{ ready: 8, noRight: 1 }])
  })

  test('is written where it has changed alone', async () => {
    await storePadCounts(world)
    const before = await world.db.selectFrom('padCounts').selectAll().execute()
    world.clock.pass(2_000)
    await storePadCounts(world)
    expect(await world.db.selectFrom('padCounts').selectAll().execute()).toEqual(before)
  })
})

describe('a wallet', () => {
  setUpEach({ SOTTO_PADS: '8', SOTTO_PADS_LOW: '2' })

  test('gets more when it has fewer than is set', async () => {
    await withPads()
    for (let paid = 0; paid < 6; paid++) await pay('1')
    await filled()
    await storePadCounts(world)
    expect(await counts()).toMatchObject([{ ready: 2, used: 6 }])
    await pay('1')
    await filled()
    await storePadCounts(world)
    expect(await counts()).toMatchObject([{ ready: 8, used: 7 }])
  })
})

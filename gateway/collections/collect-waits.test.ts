import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { createMemory } from '../world/memory.ts'
import { ask, has, now, settle, setUpEach, stranger, till, world } from './requests-fixture.ts'

setUpEach()

const HOUR_MS = 60 * 60_000
const YEAR_MS = 365 * 24 * HOUR_MS

test('dust costs a collection at most after twice as long each time, and all of it is collected', async () => {
  const request = await ask({ token: 'STABLE' })
  const address = request.address as Address
  const { ledger } = world.chain
  stranger.pay(address, 5_000_000n)
  await settle(1)
  expect([ledger.holder(address).nonce, ledger.holder(till.address).stable]).toEqual([1, 5_000_000n])
  // In four minutes.
  for (let times = 0; times < 60; times++) {
    stranger.pay(address, 1n)
    await settle(1)
  }
  expect(ledger.holder(address).nonce).toBeLessThan(8)
  world.clock.pass(HOUR_MS)
  await settle(1)
  expect([ledger.holder(address).stable, ledger.holder(till.address).stable]).toEqual([0n, 5_000_060n])
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5.00006' })
})

test('where the clock was far ahead as a payment was counted, it is collected once that is put right', async () => {
  const request = await ask({ token: 'STABLE' })
  stranger.pay(request.address as Address, 5_000_000n)
  world.clock.pass(YEAR_MS)
  await look(world)
  expect(await now(request)).toMatchObject({ status: 'PAID' })
  world.clock.pass(-YEAR_MS)
  await settle()
  expect(await has()).toEqual(['5', '0'])
})

test('a collection made while the clock was far ahead does not delay later collections', async () => {
  const request = await ask({ token: 'STABLE' })
  stranger.pay(request.address as Address, 5_000_000n)
  world.clock.pass(YEAR_MS)
  await settle()
  expect(await has()).toEqual(['5', '0'])
  world.clock.pass(-YEAR_MS)
  // A clock that tells how much time has passed goes on; this one is all that the test has.
  world.memory = createMemory()
  stranger.pay(request.address as Address, 1_000_000n)
  await settle()
  expect(await has()).toEqual(['6', '0'])
})

import { beforeEach, expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { gone, type Lane, laneOf, later } from './lane.ts'

let world: TestWorld
let lane: Lane
beforeEach(async () => {
  world = await createTestWorld()
  lane = laneOf(world, 'a wallet')
})

/** Milliseconds until the next try, after each of some refusals that come once their pause is over. */
const pausesAfter = (reasons: string[]) =>
  reasons.map((reason) => {
    later(world, lane, { id: 'a batch' }, reason)
    const pause = lane.notBefore - world.clock.elapsed()
    world.clock.pass(pause)
    return pause
  })

test.each<[string, string[], number[]]>([
  [
    'pauses double, up to half a minute',
    Array(7).fill('overloaded'),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  ],
  ['a search for what the chain has is gone on with each second', Array(3).fill('reconciling'), [1_000, 1_000, 1_000]],
  [
    'also after other refusals',
    ['overloaded', 'overloaded', 'reconciling', 'reconciling'],
    [1_000, 2_000, 4_000, 1_000],
  ],
])('%s', (_, reasons, pauses) => {
  expect(pausesAfter(reasons)).toEqual(pauses)
})

test('rows that were begun together and are refused together make one pause', () => {
  for (let row = 0; row < 16; row++) later(world, lane, { id: 'a batch' }, 'overloaded')
  expect(lane.notBefore - world.clock.elapsed()).toBe(1_000)
  world.clock.pass(1_000)
  expect(pausesAfter(['overloaded'])).toEqual([2_000])
})

test('after a row that was paid the next pause is short again', () => {
  pausesAfter(['overloaded', 'overloaded'])
  gone(lane)
  expect(lane.notBefore).toBe(0)
  expect(pausesAfter(['overloaded'])).toEqual([1_000])
})

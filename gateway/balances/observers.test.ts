import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { noPowers } from '../chain/fake/no-powers.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

const observer: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let tester: Tester

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  await walletWithMoney(tester)
})

const observers = async () => (await tester.api.getBalances({})).balances[0]?.confidential.observers

/** Forgets the observers that were read before the test. */
const later = () => world.clock.pass(60_000)

test('who may read every amount stands with the balance, and is asked once a minute', async () => {
  expect(await observers()).toEqual([])
  let asked = 0
  world.chain.tokenPowers = async () => {
    asked += 1
    return { ...noPowers, observers: [observer] }
  }
  expect(await observers()).toEqual([])
  later()
  for (let times = 0; times < 5; times++) expect(await observers()).toEqual([observer])
  expect(asked).toBe(1)
})

test('where the token cannot be asked nothing is said of it, and the balance is there all the same', async () => {
  later()
  world.chain.tokenPowers = () => Promise.reject(new ChainUnavailable('away'))
  expect(await observers()).toBeUndefined()
  world.chain.tokenPowers = async () => ({ ...noPowers, observers: [observer] })
  expect(await observers()).toEqual([observer])
})

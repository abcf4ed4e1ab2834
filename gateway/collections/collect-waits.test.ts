import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Call, Estimate } from '../chain/port.ts'
import { revertOf } from '../chain/revert.ts'
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

test('STABLE is collected while cSTABLE beside it cannot be decrypted, and that once it can', async () => {
  const request = await ask({ token: 'STABLE' })
  const address = request.address as Address
  stranger.pay(address, 5_000_000n)
  stranger.payHidden(address, 1n)
  world.chain.faults.decryptionAway = true
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID' })
  const { ledger } = world.chain
  expect([ledger.holder(till.address).stable, ledger.confidentialOf(address)]).toEqual([5_000_000n, 1n])
  world.chain.faults.decryptionAway = false
  world.clock.pass(HOUR_MS)
  await settle()
  expect([ledger.confidentialOf(till.address), ledger.confidentialOf(address)]).toEqual([1n, 0n])
})

test('cSTABLE is collected while the issuer of STABLE lets none of it move, and that once it does', async () => {
  const request = await ask()
  const address = request.address as Address
  stranger.payHidden(address, 5_000_000n)
  stranger.pay(address, 1n)
  const resume = pauseStable()
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID' })
  const { ledger } = world.chain
  expect([ledger.confidentialOf(till.address), ledger.holder(address).stable]).toEqual([5_000_000n, 1n])
  resume()
  world.clock.pass(HOUR_MS)
  await settle()
  expect([ledger.holder(till.address).stable, ledger.holder(address).stable]).toEqual([1n, 0n])
})

/** Its contract refuses every public transfer until this is undone. */
function pauseStable(): () => void {
  const { chain } = world
  const { readForPayment, estimate } = chain
  const asked = (call: Call, estimated: Estimate): Estimate =>
    chain.calls.meaningOf(call)?.does === 'transfer' ? { is: 'reverts', revert: revertOf('EnforcedPause') } : estimated
  chain.estimate = async (sender, call, block) => asked(call, await estimate.call(chain, sender, call, block))
  chain.readForPayment = async (question) => {
    const reading = await readForPayment.call(chain, question)
    const estimates = question.calls.map(({ call }, at) => asked(call, reading.estimates[at] as Estimate))
    return { ...reading, estimates }
  }
  return () => Object.assign(chain, { readForPayment, estimate })
}

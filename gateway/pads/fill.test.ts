import { expect, test } from 'vitest'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { keepFilling } from './fill.ts'
import { elsewhere, filled, pay, setUpEach, tester, withPads, world } from './pads-fixture.ts'
import { padsReady } from './pool.ts'

setUpEach()

test('the chain is asked about no wallet whose payments were all refused', async () => {
  const { id: walletId } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  await expect(tester.api.transfer({ walletId, amount: '1', to: elsewhere })).rejects.toThrow()
  await pay('1')
  const { pads } = world.chain
  let asked = 0
  const mayMove: typeof pads.mayMove = (wallet) => {
    asked++
    return pads.mayMove(wallet)
  }
  world.chain = { ...world.chain, pads: { ...pads, mayMove } }
  await filled()
  expect([asked, padsReady(world)]).toEqual([1, 8])
})

test('while no proof is taken tries come ever later, and soon again afterwards', async () => {
  await withPads()
  for (let payments = 0; payments < 5; payments++) await pay('1')
  const { pads } = world.chain
  const tries: number[] = []
  const begun = world.clock.elapsed()
  const isAway = () => world.clock.elapsed() - begun < 60 * 60_000
  const encrypt: typeof pads.encrypt = async (...asked) => {
    tries.push(Math.round((world.clock.elapsed() - begun) / 1_000))
    if (isAway()) throw new ConfidentialUnavailable('the relayer is away')
    return pads.encrypt(...asked)
  }
  const closing = new AbortController()
  const { sleep } = world.clock
  world.clock.sleep = async (ms, signal) => {
    await sleep(ms, signal)
    if (padsReady(world) === 8) closing.abort()
  }
  world.chain = { ...world.chain, pads: { ...pads, encrypt } }
  world.closing = closing.signal
  await keepFilling(world)
  const waits = tries.map((at, index) => at - (tries[index - 1] ?? 0))
  expect(waits.slice(0, 5)).toEqual([0, 4, 8, 16, 32])
  expect(Math.max(...waits)).toBe(300)
  expect(tries.length).toBeLessThan(25)
})

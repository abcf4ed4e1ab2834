import { expect, test } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { emptyBacklog, reconcileRound } from './keep-reconciling.ts'
import { begin, setUpEach, tester, transfer, world } from './restore-fixture.ts'

setUpEach()

test('why reconciling is tried again is logged once, and again after it had ended', async () => {
  await begin()
  const said: unknown[] = []
  world.log = { ...silentLog, warn: (fields, message) => said.push([message, fields.reason]) }
  const backlog = emptyBacklog()
  const round = () => reconcileRound(world, 'operator', backlog)
  const reason = ['reconciling is tried again', expect.stringContaining('chain is away')]

  world.chain.faults.chainAway = true
  for (let rounds = 0; rounds < 3; rounds++) expect(await round()).toBe(false)
  expect(said).toEqual([reason])

  world.chain.faults.chainAway = false
  expect(await round()).toBe(true)
  backlog.allAt = undefined
  world.chain.faults.chainAway = true
  expect(await round()).toBe(false)
  expect(said).toEqual([reason, reason])
})

test('a payment that has waited for an hour is looked at once a minute', async () => {
  await begin()
  world.chain.faults.broadcast = () => 'lost'
  const { txHash } = (await transfer('5')).transaction ?? {}
  world.clock.pass(3_600_000)
  let asked = 0
  const { receipt } = world.chain
  world.chain.receipt = (hash, options) => {
    if (hash === txHash) asked += 1
    return receipt.call(world.chain, hash, options)
  }
  const backlog = emptyBacklog()
  for (let rounds = 0; rounds < 10; rounds++) {
    await reconcileRound(world, tester.accountId, backlog)
    world.clock.pass(2_000)
  }
  expect(asked).toBe(1)
})

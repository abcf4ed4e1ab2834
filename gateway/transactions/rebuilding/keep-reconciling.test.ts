import { expect, test } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { emptyBacklog, reconcileRound } from './keep-reconciling.ts'
import { begin, setUpEach, world } from './restore-fixture.ts'

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

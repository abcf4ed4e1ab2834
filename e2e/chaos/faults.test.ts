import { expect, test } from 'vitest'
import { machineFaultNames } from './faults/machine.ts'
import { relayerFaultNames } from './proxies/relayer-faults.ts'
import { rpcFaultNames } from './proxies/rpc-faults.ts'
import { faultRun } from './scenes/fault-run.ts'
import { told } from './scenes/told.ts'

const { say, random, context } = told()

/** Of a relayer that nobody has to ask, no fault is met: most of them are met where everything is decrypted. */
test('every fault of node, relayer and machine, once, during money traffic', { timeout: 900_000 }, async () => {
  const plan = {
    mode: 'float',
    amounts: 'decrypted',
    eachMs: 250,
    least: 1,
    heal: false,
    random: random('faults'),
    say,
  } as const
  const { met, findings } = await faultRun(plan)
  expect([...findings.problems, ...findings.surprises], context()).toEqual([])
  expect(met.size).toBe(rpcFaultNames.length + relayerFaultNames.length + machineFaultNames.length)
  expect([...met].filter(([, times]) => times === 0)).toEqual([])
})

import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'

/** From the verb to the signature a reader goes through so many functions. */
const MOST = 8
/** What runs the work of another function: locks and database transactions. */
const machinery = /\/gateway\/(world\/locks|db\/database)\.ts/

test.each([
  ['confidential', 'cSTABLE'],
  ['public', 'STABLE'],
])('a %s transfer is signed at most eight calls below its verb', async (_, token) => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const { sign } = world.chain
  const { run } = world.locks
  // A stack does not reach beyond a promise that somebody else keeps.
  world.locks.run = async (_name, work) => await work()
  let stack = ''
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  world.chain.sign = (...call) => {
    stack = new Error('signed').stack ?? ''
    return sign.apply(world.chain, call)
  }
  try {
    await tester.api.transfer({ walletId: wallet.id, amount: '1', to: `0x${'1'.repeat(40)}`, token })
  } finally {
    Object.assign(Error, { stackTraceLimit })
    world.locks.run = run
  }
  const frames = stack.split('\n').filter((line) => /\/gateway\/(?!testing\/)/.test(line) && !line.includes('.test.ts'))
  const verb = frames.findIndex((line) => line.includes('/payments/transfer.ts'))
  expect(verb, stack).toBeGreaterThan(0)
  const path = frames.slice(0, verb + 1).filter((line) => !machinery.test(line))
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(MOST)
})

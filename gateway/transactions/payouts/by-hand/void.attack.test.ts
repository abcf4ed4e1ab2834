import { beforeEach, expect, test } from 'vitest'
import { isPayout } from '../../../legs/kinds.ts'
import { legsOf } from '../../../legs/store.ts'
import { createMemory } from '../../../world/memory.ts'
import { reconcile } from '../../reconcile.ts'
import { findTransaction } from '../../store.ts'
import { moveTransaction } from '../../write-store.ts'
import { voidPayout } from './by-hand.ts'
import { begin, tester, wallet, world } from './by-hand-fixture.ts'
import { noteResolved, noteUnsigned } from './noted-as-paid.ts'

const OPERATOR_STABLE = 1_000_000_000n

beforeEach(() => begin('float'))

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
const stable = () => world.chain.ledger.holder(wallet.address).stable

async function look(id: string, times = 6) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(60_000)
    await reconcile(world, id)
  }
  return findTransaction(world.db, world.keys, id)
}

/** The bytes of a payout are public once they were sent. Who gets the money may send its address the ETH that they need. */
test('a payout is not void for want of gas alone while its address still holds what it pays', async () => {
  const { ledger, operator: former } = world.chain
  const id = await redeem()
  world.chain.faults.broadcast = () => 'lost'
  await look(id, 2)
  const [payout] = world.chain.broadcasts.slice(-1)
  expect((await legsOf(world.db, world.keys, id)).filter(isPayout)).toHaveLength(1)
  ledger.holder(former.address).wei = 0n
  const next = world.chain.wallets.create()
  Object.assign(ledger.holder(next.address), { wei: 10n ** 24n, stable: OPERATOR_STABLE })
  world.chain.operator = next
  Object.assign(world, { memory: createMemory() })
  delete world.chain.faults.broadcast

  await voidPayout(world, id).catch(() => undefined)
  await look(id)
  ledger.holder(former.address).wei = 10n ** 18n
  if (payout?.sender === former.address) ledger.take(payout)
  await look(id)
  expect(stable()).toBe(50_000_000n)
})

test('what a person has noted as paid is not owed again by a look that had begun before', async () => {
  const id = await redeem()
  expect((await look(id))?.status).toBe('SETTLED')
  const write = async (state: 'taken back' | 'owed again') => {
    const now = world.clock.now()
    const from = slow ?? (await findTransaction(world.db, world.keys, id))
    if (from !== undefined)
      await moveTransaction(world.db, world.keys, from, { state, waitingFor: 'confirmation' }, now)
  }
  let slow: Awaited<ReturnType<typeof look>>
  await write('taken back')
  // Two processes look: the payout that a reorganisation took back can never be made again.
  slow = await findTransaction(world.db, world.keys, id)
  await write('owed again')
  await noteUnsigned(world, id)
  await write('owed again')
  expect((await findTransaction(world.db, world.keys, id))?.state).toBe('settled and noted')
})

test('what paid a redeem is not void while its own payout, which a reorganisation took back, could be mined again', async () => {
  const { ledger } = world.chain
  const id = await redeem()
  const before = stable()
  world.chain.faults.lie = (hash, truth) =>
    truth !== undefined && ledger.mined.get(hash)?.sent.action.do === 'transfer' ? { ...truth, success: false } : truth
  const isReverted = async () => (await legsOf(world.db, world.keys, id)).some(({ state }) => state === 'reverted')
  for (let looks = 0; looks < 5 && !(await isReverted()); looks++) {
    world.clock.pass(1_000)
    await reconcile(world, id)
  }
  delete world.chain.faults.lie
  world.clock.pass(1_000)
  await reconcile(world, id)
  await noteResolved(world, id)
  ledger.rollback(1)
  ledger.pending.splice(0)
  expect(stable()).toBe(before)
  await expect(voidPayout(world, id)).rejects.toThrow('could still be mined')
  expect(await look(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(stable()).toBe(before + 10_000_000n)
})

test('a payout that is mined, and was not looked at since, is not said to be mined some day', async () => {
  const id = await redeem()
  world.chain.faults.broadcast = () => 'lost'
  await look(id, 2)
  const [payout] = world.chain.broadcasts.slice(-1)
  if (payout !== undefined) world.chain.ledger.take(payout)
  const said = await voidPayout(world, id).catch((error: Error) => error.message)
  expect(said).toMatch(/ is mined, so that nothing is to be decided.* Nothing was changed\.$/)
  expect(said).not.toContain('could still be mined')
  expect((await look(id))?.status).toBe('SETTLED')
})

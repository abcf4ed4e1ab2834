import { beforeEach, expect, test } from 'vitest'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  begin,
  elsewhere,
  paidOut,
  paysPast,
  read,
  redeem,
  setUpEach,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

beforeEach(() => begin('float', 'tags'))

test.each([
  ['less to the wallet itself', 1n, () => wallet.address],
  ['as much to somebody else', 10_000_000n, () => elsewhere],
] as const)('a tag alone pays no redeem: %s', async (_, units, to) => {
  const { id = '' } = (await redeem('10')).transaction ?? {}
  const { address } = world.chain.operator
  // A thief of an old copy of the data has the secret of tags, which no rotation changes, and keys of then.
  const forged = await paysPast(address, to(), units, { row: id, role: 'settlement' })
  const settled = await read(id)
  expect(settled).toMatchObject({ status: 'SETTLED' })
  expect(settled?.settlementTxHash).not.toBe(forged)
  expect(paidOut()).toBe(10_000_000n + units)
  await reconcileAtStart(world, 'operator')
  expect(await unattributed()).toMatchObject([{ hash: forged }])
})

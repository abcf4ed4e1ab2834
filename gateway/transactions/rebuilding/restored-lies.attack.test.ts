import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { payByHand } from '../payouts/by-hand/by-hand.ts'
import { listMinedAfterAll, listUnpaid } from '../payouts/debts.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  elsewhere,
  paidOut,
  read,
  redeem,
  restore,
  setUpEach,
  transfer,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

/** The node shows one transaction with the events of another for as long as it is asked about rows that are lost. */
async function whileItLies(about: Hex, instead: Hex, work: () => Promise<unknown>) {
  const other = await world.chain.receipt(instead)
  world.chain.faults.lie = (hash, truth) =>
    hash === about && truth !== undefined && other !== undefined
      ? { ...truth, confidentialMoves: other.confidentialMoves, unwraps: other.unwraps }
      : truth
  await work()
  delete world.chain.faults.lie
}

const hashOf = (row: { txHash: string } | undefined) => row?.txHash as Hex

describe('a node that shows a forgotten payment with the amount of another one', () => {
  test('cannot have it written again with that amount, and read as failed: a transfer', async () => {
    await begin('float', 'tags')
    const other = (await transfer('9', 'before')).transaction
    backUp()
    const lost = (await transfer('3', 'after')).transaction
    const id = lost?.id ?? ''
    await restore()
    await whileItLies(hashOf(lost), hashOf(other), () => transfer('3', 'after'))
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'SETTLED', amount: '3' })
    expect(await transfer('3', 'after')).toMatchObject({ status: 201, transaction: { id } })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(12_000_000n)
  })

  test.each(['float', 'backed'] as const)('cannot keep what was burned from being paid (%s)', async (mode) => {
    await begin(mode, 'tags')
    const other = (await redeem('9', 'before')).transaction
    expect(await read(other?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    backUp()
    const lost = (await redeem('3', 'after')).transaction
    const id = lost?.id ?? ''
    await restore()
    await whileItLies(hashOf(lost), hashOf(other), () => redeem('3', 'after'))
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'SETTLED', amount: '3' })
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(52_000_000n)
    expect(await listUnpaid(world.db, world.keys)).toEqual([])
    expect(await unattributed()).toEqual([])
    if (mode === 'float') expect(paidOut()).toBe(12_000_000n)
  })

  test('cannot keep what was burned without a tag from being paid', async () => {
    await begin('float')
    const other = (await redeem('9')).transaction
    expect(await read(other?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    backUp()
    const lost = (await redeem('3')).transaction
    await restore()
    await whileItLies(hashOf(lost), hashOf(other), () => redeem('1'))
    await reconcileAtStart(world, 'operator')
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(53_000_000n)
  })
})

test.each([
  ['read while it lies', true],
  ['read once it tells the truth', false],
])(
  'a node that says of a forgotten burn that it reverted cannot make it be forgotten: %s',
  async (_, readsMeanwhile) => {
    await begin('float', 'tags')
    backUp()
    const lost = (await redeem('3', 'after')).transaction
    const id = lost?.id ?? ''
    await restore()
    world.chain.faults.lie = (hash, truth) =>
      hash === lost?.txHash && truth !== undefined
        ? { ...truth, success: false, confidentialMoves: [], unwraps: [] }
        : truth
    await redeem('3', 'after')
    if (readsMeanwhile) expect(await read(id)).toMatchObject({ status: 'FAILED' })
    delete world.chain.faults.lie
    const now = await read(id)
    if (now?.status !== 'SETTLED') {
      expect(await listMinedAfterAll(world.db, world.keys)).toMatchObject([{ id }])
      await payByHand(world, id)
    }
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(43_000_000n)
    expect(await read(id)).toMatchObject({ amount: '3' })
  },
)

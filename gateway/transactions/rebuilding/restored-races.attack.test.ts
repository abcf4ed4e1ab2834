import { beforeEach, describe, expect, test } from 'vitest'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  behind,
  call,
  elsewhere,
  read,
  redeem,
  restore,
  sentAs,
  setUpEach,
  tester,
  transfer,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

const nonceOf = () => world.chain.ledger.holder(wallet.address).nonce
const list = async () => {
  const answer = await tester.ask('GET', '/transactions?pageSize=100')
  return ((await answer.json()) as { data: { items: unknown[] } }).data.items
}

describe('a payment from after a backup that was asked for again before it was seen', () => {
  beforeEach(() => begin('float', 'tags'))

  test.each(['STABLE', 'cSTABLE'])('is one payment of %s, at one nonce: the mined one is its own', async (token) => {
    backUp()
    const nonce = nonceOf()
    const { id = '', txHash } = (await transfer('7', 'one', token)).transaction ?? {}
    await restore()
    const again = await behind(wallet.address, nonce, () => transfer('7', 'one', token))
    expect(again.transaction?.id).toBe(id)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash })
    expect(await transfer('7', 'one', token)).toMatchObject({ transaction: { id, status: 'SETTLED' } })
    const { ledger } = world.chain
    expect(token === 'STABLE' ? ledger.holder(elsewhere).stable : ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
    expect(await unattributed()).toEqual([])
  })

  test('of which another amount was mined there reads as what it is: that one is listed', async () => {
    backUp()
    const nonce = nonceOf()
    const { txHash } = (await transfer('7', 'one', 'STABLE')).transaction ?? {}
    await restore()
    const { id = '' } = (await behind(wallet.address, nonce, () => transfer('8', 'one', 'STABLE'))).transaction ?? {}
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining(txHash ?? '?') })
    await reconcileAtStart(world, 'operator')
    expect(await unattributed()).toMatchObject([{ hash: txHash, does: 'transfer', tagRow: null }])
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(7_000_000n)
  })

  test.each(['STABLE', 'cSTABLE'])(
    'at a nonce that another one of before had used is the one of %s that was mined',
    async (token) => {
      backUp()
      const nonce = nonceOf()
      const other = (await transfer('5', 'other', token)).transaction
      const { id = '', txHash } = (await transfer('7', 'one', token)).transaction ?? {}
      await restore()
      const again = await behind(wallet.address, nonce, () => transfer('7', 'one', token))
      expect(again.transaction).toMatchObject({ id, status: 'PENDING' })
      expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash })
      expect(await transfer('5', 'other', token)).toMatchObject({ status: 201, transaction: { id: other?.id } })
      expect(await read(other?.id ?? '')).toMatchObject({ status: 'SETTLED', txHash: other?.txHash })
      expect(await transfer('7', 'one', token)).toMatchObject({ transaction: { id, status: 'SETTLED' } })
      const { ledger } = world.chain
      expect(token === 'STABLE' ? ledger.holder(elsewhere).stable : ledger.confidentialOf(elsewhere)).toBe(12_000_000n)
      expect([nonceOf(), await unattributed()]).toEqual([nonce + 2, []])
    },
  )

  test('at a nonce that another one of before had used keeps that one from nobody who asks for it first', async () => {
    backUp()
    const nonce = nonceOf()
    const other = (await transfer('5', 'other', 'STABLE')).transaction
    const { id = '' } = (await transfer('7', 'one', 'STABLE')).transaction ?? {}
    await restore()
    await behind(wallet.address, nonce, () => transfer('7', 'one', 'STABLE'))
    await reconcileAtStart(world, 'operator')
    expect((await list()).length).toBe(4)
    for (const one of [id, other?.id ?? '']) expect(await read(one)).toMatchObject({ status: 'SETTLED' })
    expect(await unattributed()).toEqual([])
  })

  test('waits where no node shows its receipt, and is not made again', async () => {
    backUp()
    const { id = '' } = (await transfer('7', 'one', 'STABLE')).transaction ?? {}
    const nonce = nonceOf()
    await restore()
    const { receipt } = world.chain
    world.chain.receipt = async () => undefined
    for (let repeats = 0; repeats < 3; repeats++) expect((await transfer('7', 'one', 'STABLE')).status).toBe(503)
    world.chain.receipt = receipt
    expect(await transfer('7', 'one', 'STABLE')).toMatchObject({ status: 201, transaction: { id } })
    expect(nonceOf()).toBe(nonce)
  })

  test('that came back and lost its nonce to something else for good reads so, and is not made again by its key', async () => {
    backUp()
    const { id = '', txHash } = (await transfer('7', 'one', 'STABLE')).transaction ?? {}
    const nonce = nonceOf() - 1
    await restore()
    await reconcileAtStart(world, 'operator')
    const { ledger } = world.chain
    ledger.rollback(1)
    const other = `0x${'9'.repeat(64)}` as const
    ledger.take({ hash: other, sender: wallet.address, nonce, action: { do: 'nothing' }, cost: 0n })
    expect(await read(id, 8)).toMatchObject({ waitingFor: 'confirmation', txHash })
    for (let repeats = 0; repeats < 3; repeats++) {
      expect(await transfer('7', 'one', 'STABLE')).toMatchObject({ transaction: { id } })
    }
    expect(ledger.holder(elsewhere).stable).toBe(0n)
    expect(nonceOf()).toBe(nonce + 1)
  })

  test('whose cancellation was mined, and which a reorganisation mines after all, is not made again', async () => {
    world.config = { ...world.config, SOTTO_CONFIRMATIONS: 3 }
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const { id = '', txHash } = (await transfer('7', 'one', 'STABLE')).transaction ?? {}
    await call('POST', `/transactions/${id}/cancel`)
    ledger.automine = true
    ledger.mine()
    await restore()
    for (let repeats = 0; repeats < 2; repeats++) expect((await transfer('7', 'one', 'STABLE')).status).toBe(503)
    ledger.rollback(1)
    ledger.take(sentAs(txHash))
    for (let blocks = 0; blocks < 4; blocks++) ledger.mineEmpty()
    for (let repeats = 0; repeats < 3; repeats++) await transfer('7', 'one', 'STABLE')
    await reconcileAtStart(world, 'operator')
    expect(await transfer('7', 'one', 'STABLE')).toMatchObject({ status: 201, transaction: { id } })
    expect(ledger.holder(elsewhere).stable).toBe(7_000_000n)
  })
})

test.each(['float', 'backed'] as const)(
  'a burn that was asked for again at a nonce that another payment of before had used is paid once (%s)',
  async (mode) => {
    await begin(mode, 'tags')
    backUp()
    const nonce = nonceOf()
    await transfer('5', 'other')
    const { id = '', txHash } = (await redeem('7', 'one')).transaction ?? {}
    await read(id)
    await restore()
    await behind(wallet.address, nonce, () => redeem('7', 'one'))
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash })
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(47_000_000n)
    expect(await list()).toHaveLength(4)
    expect(await unattributed()).toEqual([])
  },
)

test('two gateways write a payment again once', async () => {
  await begin('float', 'tags')
  backUp()
  const { id = '' } = (await transfer('3', 'order 1')).transaction ?? {}
  await restore()
  const other = { ...world, memory: createMemory(), singleFlight: createSingleFlight() }
  await Promise.all([reconcileAtStart(world, 'operator'), reconcileAtStart(other, 'operator')])
  expect(await list()).toHaveLength(3)
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  expect(await unattributed()).toEqual([])
})

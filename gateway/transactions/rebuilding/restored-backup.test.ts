import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  elsewhere,
  forgotten,
  OPERATOR_STABLE,
  type Row,
  read,
  redeem,
  restore,
  setUpEach,
  tester,
  transfer,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

const HOUR = 60 * 60_000
const operatorHas = () => world.chain.ledger.holder(world.chain.operator.address).stable

describe('a backup that is older than the chain is restored', () => {
  test.each(['float', 'backed'] as const)(
    'a redeem (%s) that was settling then is not paid out again',
    async (mode) => {
      await begin(mode)
      const { transaction } = await redeem('10')
      const settling = transaction?.id ?? ''
      expect(transaction?.status).toBe('SETTLING')
      backUp()
      const settled = await read(settling)
      expect(settled?.status).toBe('SETTLED')
      const before = operatorHas()
      await restore()
      await reconcileAtStart(world, 'operator')
      expect(await read(settling)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
      expect(operatorHas()).toBe(before)
      expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
      expect((await unattributed()).filter(({ does }) => does === 'transfer' || does === 'finalize')).toEqual([])
    },
  )

  test('nor one that was not even mined then', async () => {
    await begin()
    world.chain.ledger.automine = false
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    expect((await read(id))?.status).toBe('SETTLED')
    const before = operatorHas()
    await restore()
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(before)
    expect(await unattributed()).toEqual([])
  })

  test('a payout that was made anew after the backup, and the one before it dead, is not made a third time', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    world.chain.faults.broadcast = () => 'lost'
    await read(id, 1)
    backUp()
    const { ledger, operator } = world.chain
    const nonce = ledger.holder(operator.address).nonce
    ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
    delete world.chain.faults.broadcast
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
    await restore()
    await reconcileAtStart(world, 'operator')
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test.each(['float', 'backed'] as const)(
    'a burn (%s) from after the backup is owed all the same: it is a redeem again, and is paid once',
    async (mode) => {
      await begin(mode)
      backUp()
      const { transaction } = await redeem('10', 'k')
      const stable = () => world.chain.ledger.holder(wallet.address).stable
      expect(stable()).toBe(40_000_000n)
      await restore()
      await reconcileAtStart(world, 'operator')
      const rows = (await (await tester.ask('GET', '/transactions?type=REDEEM')).json()) as { data: { items: Row[] } }
      const [again] = rows.data.items
      expect(again).toMatchObject({ txHash: transaction?.txHash })
      expect(await read(again?.id ?? '')).toMatchObject({ status: 'SETTLED' })
      expect(stable()).toBe(50_000_000n)
      expect((await redeem('10', 'k')).status).toBe(409)
    },
  )

  test('and one that was paid then is not paid again', async () => {
    await begin()
    backUp()
    const { transaction } = await redeem('10', 'k')
    expect((await read(transaction?.id ?? ''))?.status).toBe('SETTLED')
    const before = operatorHas()
    await restore()
    await reconcileAtStart(world, 'operator')
    const rows = (await (await tester.ask('GET', '/transactions?type=REDEEM')).json()) as { data: { items: Row[] } }
    expect(await read(rows.data.items[0]?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(before)
  })

  test.each([
    ['by the command', () => noteRestore(world.db, world.clock.now())],
    ['as a data folder that is put back', async () => {}],
    ['long ago', () => noteRestore(world.db, world.clock.now() - 2 * HOUR)],
  ])('what still waits in a pool holds its sender up, and is found once it is mined: restored %s', async (_, note) => {
    await begin()
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const { transaction } = await transfer('7', 'order-1')
    expect(transaction?.status).toBe('PENDING')
    await restore()
    await note()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 1 }])
    ledger.automine = true
    ledger.mine()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 409 })
    expect(ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
    expect(await listBehind(world.db)).toEqual([])
  })

  test('a payout that waits in a pool is not made again beside it', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    await read(id)
    await restore()
    expect(await read(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    ledger.automine = true
    ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
    expect(await unattributed()).toEqual([])
  })

  test('a payout that is mined at the moment in which it would be made again is not', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    const mine = await forgotten(() => read(id))
    const { readForPayment } = world.chain
    world.chain.readForPayment = async (question) => {
      mine()
      return readForPayment.call(world.chain, question)
    }
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test('a payout that a reorganisation left below its burn is known all the same', async () => {
    await begin()
    const { ledger, operator } = world.chain
    const before = ledger.block
    const { id = '', txHash } = (await redeem('10')).transaction ?? {}
    backUp()
    const settled = await read(id)
    await restore()
    expect(await accountForNonces(world, operator.address)).toBe(true)
    const sent = [txHash, settled?.settlementTxHash].map((hash) => ledger.mined.get(hash as Hex)?.sent)
    ledger.rollback(ledger.block - before)
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    for (const one of sent) if (one !== undefined) ledger.take(one)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test('a sender is accounted for by a node that keeps receipts, where the other one has forgotten them', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    const { receipt } = world.chain
    world.chain.receipt = async (hash, options) => (options?.old ? receipt(hash) : undefined)
    expect(await accountForNonces(world, wallet.address)).toBe(true)
    expect(await unattributed()).toMatchObject([{ does: 'hidden transfer' }])
  })
})

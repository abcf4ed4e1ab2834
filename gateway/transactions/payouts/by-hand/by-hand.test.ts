import { beforeEach, describe, expect, test } from 'vitest'
import { attemptsOf } from '../../../legs/attempts-store.ts'
import { listMinedAfterAll, listUnpaid } from '../debts.ts'
import { payByHand, voidPayout } from './by-hand.ts'
import {
  begin,
  lookOften,
  payoutOf,
  payouts,
  pays,
  read,
  replaceOperator,
  stable,
  tester,
  unpaid,
  wallet,
  world,
} from './by-hand-fixture.ts'
import { checkCanBeMined } from './can-be-mined.ts'
import { notePaid } from './noted-as-paid.ts'

describe('a payout from the float that was signed by a key which is not here any more', () => {
  beforeEach(() => begin('float'))

  test('is void once that address can pay for none of its bytes, and is made by the key that is', async () => {
    const id = await unpaid()
    replaceOperator(0n)
    expect((await lookOften(id)).status).toBe('SETTLING')
    expect(await checkCanBeMined(world, await payoutOf(id))).toMatchObject({ canBeMined: false })
    expect(await voidPayout(world, id)).toContain('its key is not here, and it holds 0 wei')
    expect((await lookOften(id)).status).toBe('SETTLED')
    expect(stable()).toBe(50_000_000n)
  })

  test('is not void while it could still be mined', async () => {
    const id = await unpaid()
    replaceOperator(10n ** 18n)
    for (const command of [voidPayout, payByHand]) {
      await expect(command(world, id)).rejects.toThrow('could still be mined')
    }
    await expect(notePaid(world, id, pays(10_000_000n))).rejects.toThrow('could still be mined')
    expect((await payoutOf(id)).state).toBe('open')
  })

  test('is not void for want of gas alone, while it holds what it pays: with gas it pays', async () => {
    const id = await unpaid()
    replaceOperator(0n)
    const before = world.chain.ledger.holder((await payoutOf(id)).sender)
    before.stable = 10_000_000n
    await expect(voidPayout(world, id)).rejects.toThrow('10 of the 10 STABLE that it pays')
    expect((await payoutOf(id)).state).toBe('open')
    before.wei = 10n ** 18n
    delete world.chain.faults.broadcast
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED' })
    expect([stable(), before.stable]).toEqual([50_000_000n, 0n])
  })

  test('is not void while the key is here', async () => {
    const id = await unpaid()
    world.chain.faults.broadcast = () => 'lost'
    await expect(voidPayout(world, id)).rejects.toThrow('its key is here')
  })
})

test('a payout whose nonce was used by something else can be given up once a node names it, and is made anew', async () => {
  await begin('float')
  const id = await unpaid()
  const { ledger, operator } = world.chain
  const { nonce } = ledger.holder(operator.address)
  ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
  const { whoUsedNonce } = world.chain
  world.chain.whoUsedNonce = async () => undefined
  expect((await lookOften(id)).status).toBe('SETTLING')
  expect((await checkCanBeMined(world, await payoutOf(id))).evidence).toContain('is used, and no node says by what yet')
  expect(await listUnpaid(world.db, world.keys)).toMatchObject([{ id }])
  await expect(payByHand(world, id)).rejects.toThrow('is not paid yet')
  world.chain.whoUsedNonce = whoUsedNonce
  const { agreed } = world.chain
  world.chain.agreed = async () => false
  await expect(voidPayout(world, id)).rejects.toThrow('not all nodes show that yet')
  world.chain.agreed = agreed
  await payByHand(world, id)
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  expect(stable()).toBe(50_000_000n)
})

test('a backed redeem is paid by the key that is here, whatever another has signed', async () => {
  await begin('backed')
  const id = await unpaid()
  replaceOperator(10n ** 18n)
  expect((await lookOften(id)).status).toBe('SETTLING')
  const hash = await payByHand(world, id)
  expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
  expect(stable()).toBe(50_000_000n)
})

test('a backed redeem that the operator of now has paid was not paid twice, whatever becomes of the bytes of the one before', async () => {
  await begin('backed')
  const id = await unpaid()
  const { operator: before, ledger } = world.chain
  const nonce = ledger.holder(before.address).nonce
  replaceOperator(10n ** 18n)
  await payByHand(world, id)
  const [given] = await attemptsOf(world.db, world.keys, (await payouts(id))[0]?.id ?? '')
  // Mined late: the token pays a burn once, and a node may show it as a success all the same.
  const action = { do: 'nothing' } as const
  ledger.take({ hash: given?.hash ?? '0x', sender: before.address, nonce, action, cost: 0n })
  ledger.mineEmpty()
  await lookOften(id)
  expect(await listMinedAfterAll(world.db, world.keys)).toEqual([])
  expect(stable()).toBe(50_000_000n)
})

test('an address that can pay for none of its bytes, since one of them was mined, is not taken for too poor', async () => {
  await begin('float')
  const id = await unpaid()
  const [attempt] = await attemptsOf(world.db, world.keys, (await payoutOf(id)).id)
  const { operator: before, ledger } = world.chain
  const at = ledger.holder(before.address).nonce
  await world.chain.broadcast(attempt?.raw ?? '0x')
  world.config = { ...world.config, SOTTO_CONFIRMATIONS: 3 }
  replaceOperator(0n)
  const { nonce } = world.chain
  // Behind: it does not say which block it speaks of.
  world.chain.nonce = async (sender, block) => (block === undefined ? at : nonce.call(world.chain, sender, block))
  world.chain.receipt = async () => undefined
  expect(await checkCanBeMined(world, await payoutOf(id))).toMatchObject({ canBeMined: true })
})

describe.each(['backed', 'float'] as const)('a redeem (%s) without a look since it was sent', (mode) => {
  beforeEach(() => begin(mode))

  test('is paid by hand once its burn is mined, and refused before', async () => {
    world.chain.ledger.automine = false
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect(transaction.status).toBe('PENDING')
    await expect(payByHand(world, transaction.id)).rejects.toThrow('Nothing was burned')
    world.chain.ledger.mine()
    world.chain.ledger.automine = true
    expect(await payByHand(world, transaction.id)).toMatch(/^0x/)
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(stable()).toBe(50_000_000n)
    expect(await payouts(transaction.id)).toHaveLength(1)
  })
})

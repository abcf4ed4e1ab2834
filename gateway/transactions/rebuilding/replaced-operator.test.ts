import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { listAllUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { payByHand } from '../payouts/by-hand/by-hand.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import { backUp, begin, OPERATOR_STABLE, restore, setUpEach, tester, wallet, world } from './restore-fixture.ts'

setUpEach()

const HOUR = 60 * 60_000

/** Another key, with money, as the process knows it that starts with it. */
function replaceOperator(): Address {
  const next = world.chain.wallets.create()
  Object.assign(world.chain.ledger.holder(next.address), { wei: 10n ** 24n, stable: OPERATOR_STABLE })
  world.chain.operator = next
  Object.assign(world, { memory: createMemory() })
  return next.address
}

const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
const start = () => reconcileAtStart(world, 'operator')
/** The wallet had 50, and 10 are redeemed. */
const walletHas = () => world.chain.ledger.holder(wallet.address).stable
const PAID_ONCE = 50_000_000n

async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(4_000)
    await tester.api.getTransaction({ id })
  }
  return (await tester.api.getTransaction({ id })).transaction
}

describe('an operator that is not the one of the backup', () => {
  test.each([
    ['long ago', () => noteRestore(world.db, world.clock.now() - 2 * HOUR)],
    ['as a snapshot', async () => {}],
  ])('paid a redeem after it: that is found, and not paid again, restored %s', async (_, note) => {
    await begin('float')
    const id = await redeem()
    backUp()
    replaceOperator()
    await start()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    await restore()
    await note()
    await start()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })

  test('paid a redeem that the backup does not know', async () => {
    await begin('float')
    backUp()
    replaceOperator()
    await start()
    await read(await redeem())
    await restore()
    await start()
    const { items } = await tester.api.listTransactions({ type: 'REDEEM' })
    expect(items).toHaveLength(1)
    expect(await read(items[0]?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })

  test('pays nothing that was promised while no node tells what it had sent before', async () => {
    await begin('float')
    const id = await redeem()
    backUp()
    replaceOperator()
    await start()
    await read(id)
    await restore()
    const { nonce } = world.chain
    world.chain.nonce = async (sender, block) => {
      if (block !== undefined) throw new ChainUnavailable('missing trie node')
      return nonce.call(world.chain, sender)
    }
    expect(await read(id, 40)).toMatchObject({ status: 'SETTLING' })
    expect(walletHas()).toBe(PAID_ONCE)
    world.chain.nonce = nonce
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })

  test('and was used elsewhere pays as soon as nothing is promised, where no node keeps old state', async () => {
    await begin('float')
    const next = replaceOperator()
    world.chain.ledger.take({ hash: '0xab', sender: next, nonce: 0, action: { do: 'nothing' }, cost: 0n })
    const { nonce } = world.chain
    world.chain.nonce = async (sender, block) => {
      if (block !== undefined && sender === next) throw new ChainUnavailable('missing trie node')
      return nonce.call(world.chain, sender, block)
    }
    for (let asked = 0; asked < 4; asked++) {
      await expect(redeem()).rejects.toMatchObject({ code: 'reconciling' })
      world.clock.pass(15_000)
    }
    expect(await read(await redeem())).toMatchObject({ status: 'SETTLED' })
  })

  test('paid what the backup does not know: that is not paid again, though another wallet signs before it is found', async () => {
    await begin('float')
    const other = await walletWithMoney(tester)
    backUp()
    replaceOperator()
    await start()
    expect(await read(await redeem())).toMatchObject({ status: 'SETTLED' })
    await restore()
    const pay = { walletId: other.id, amount: '1', token: 'STABLE', to: `0x${'e1'.repeat(20)}` }
    expect(await read((await tester.api.transfer(pay)).transaction.id)).toMatchObject({ status: 'SETTLED' })
    await start()
    const { items } = await tester.api.listTransactions({ type: 'REDEEM' })
    expect(items).toHaveLength(1)
    for (const { id } of items) expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })
})

test('an operator that was used elsewhere a moment ago pays for a new installation at once', async () => {
  await begin('float')
  const next = replaceOperator()
  for (const nonce of [0, 1, 2])
    world.chain.ledger.take({ hash: `0xa${nonce}`, sender: next, nonce, action: { do: 'nothing' }, cost: 0n })
  await world.db.deleteFrom('attempts').execute()
  await world.db.deleteFrom('legs').execute()
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  const { transaction } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
  expect(await read(transaction.id)).toMatchObject({ status: 'SETTLED' })
})

describe('a former operator', () => {
  test('that had signed nothing before the backup, and paid after it, is looked at as well', async () => {
    await begin('float')
    replaceOperator()
    await start()
    const id = await redeem()
    backUp()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    await restore()
    replaceOperator()
    await start()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })

  test.each(['replaced key', 'backed mode'])(
    'is owed for: a burn into its float is a redeem again, and is paid: %s',
    async (now) => {
      await begin('float')
      backUp()
      await redeem()
      await restore()
      if (now === 'backed mode') Object.assign(world.config, { SOTTO_REDEEM_MODE: 'backed' })
      else replaceOperator()
      await start()
      const { items } = await tester.api.listTransactions({ type: 'REDEEM' })
      expect(await read(items[0]?.id ?? '')).toMatchObject({ status: 'SETTLED' })
      expect(walletHas()).toBe(PAID_ONCE)
    },
  )

  /** Past the gateway, by a holder of its key. */
  async function sends(from: Address, to: Address): Promise<Hex> {
    const { ledger, operator, calls } = world.chain
    const { nonce } = ledger.holder(from)
    const call = calls.transferConfidential(to, { handle: ledger.ciphertexts.encrypt(10_000_000n), proof: '0x' })
    const fees = { gas: 1n, maxFee: 1n, priorityFee: 1n }
    const { raw, hash } = await world.chain.sign({ address: from, key: operator.key }, { ...call, nonce, ...fees })
    await world.chain.broadcast(raw)
    return hash
  }
  const redeems = async () => (await tester.api.listTransactions({ type: 'REDEEM' })).items

  test('is owed nothing for what comes after it was replaced, unless a person says so', async () => {
    await begin('float')
    const { address } = world.chain.operator
    replaceOperator()
    await start()
    const hash = await sends(wallet.address, address)
    await start()
    expect(await redeems()).toEqual([])
    expect(await listAllUnattributed(world.db, world.keys)).toMatchObject([{ hash }])

    await payByHand(world, hash)
    expect(await redeems()).toMatchObject([{ txHash: hash, amount: '10', status: 'SETTLED' }])
    expect(walletHas()).toBe(PAID_ONCE)
    await expect(payByHand(world, hash)).rejects.toThrow('is no transfer to an operator that no redeem has')
    expect(await redeems()).toHaveLength(1)
  })

  test('that is the operator again is owed for what comes from then on', async () => {
    await begin('float')
    const { operator: former } = world.chain
    replaceOperator()
    await start()
    Object.assign(world.chain, { operator: former })
    Object.assign(world, { memory: createMemory() })
    await start()
    await sends(wallet.address, former.address)
    await start()
    const [one] = await redeems()
    expect(await read(one?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    expect(walletHas()).toBe(PAID_ONCE)
  })

  test('whose key is used after it was replaced is looked at again for as long as a restore is fresh', async () => {
    await begin('float')
    const { operator: old, ledger } = world.chain
    replaceOperator()
    await start()
    await noteRestore(world.db, world.clock.now())
    ledger.holder(old.address).nonce += 1
    const id = await redeem()
    expect(await read(id, 20)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    world.clock.pass(HOUR)
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  })

  test('is not paid to: what it gets would be a burn', async () => {
    await begin('float')
    const { address } = world.chain.operator
    replaceOperator()
    const pay = tester.api.transfer({ walletId: wallet.id, amount: '1', to: address })
    await expect(pay).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('that keeps a transaction in the pool keeps no payout waiting, once no restore is fresh', async () => {
    await begin('backed')
    const { operator: old, ledger } = world.chain
    const { nonce } = ledger.holder(old.address)
    replaceOperator()
    await start()
    await noteRestore(world.db, world.clock.now())
    const { pendingNonce } = world.chain
    world.chain.pendingNonce = async (sender) =>
      sender === old.address ? nonce + 1 : pendingNonce.call(world.chain, sender)
    const id = await redeem()
    expect(await read(id, 20)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    world.clock.pass(HOUR)
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { listAllUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { reconcile } from '../reconcile.ts'
import { backUp, begin, elsewhere, paidOut, restore, setUpEach, tester, wallet, world } from './restore-fixture.ts'

setUpEach()

/** After the restore of a backup: a node that does not show a receipt, or a nonce, has proven nothing. */
beforeEach(() => begin())

type Row = { id: string; status: string; txHash: Hex; settlementTxHash: Hex }

async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await tester.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const json = (await answer.json()) as { data?: { transaction: Row }; error?: { code: string; message: string } }
  return { status: answer.status, code: json.error?.code, message: json.error?.message, row: json.data?.transaction }
}

const transfer = (amount: string, key?: string, token = 'STABLE') =>
  call('POST', '/transfer', { walletId: wallet.id, amount, token, to: elsewhere }, key)

async function redeem(amount: string): Promise<string> {
  const { row } = await call('POST', '/redeem', { walletId: wallet.id, amount })
  return row?.id ?? ''
}

/** The row after so many looks to their end. */
async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(4_000)
    await reconcile(world, id)
  }
  return (await call('GET', `/transactions/${id}`)).row
}

const arrived = () => world.chain.ledger.holder(elsewhere).stable
const nothing = { do: 'nothing' } as const
const other: Hex = `0x${'9'.repeat(64)}`

/** The answers about one receipt, in this order, and the truth afterwards. */
function lags(hash: Hex | undefined, answers: ('shown' | 'unseen')[]) {
  const { receipt } = world.chain
  world.chain.receipt = async (asked) =>
    asked === hash && answers.shift() === 'unseen' ? undefined : receipt.call(world.chain, asked)
}

/** No node shows this receipt once it was found, until what is given back is called. */
function hiddenOnceFound(hash: Hex | undefined): () => void {
  const { receipt } = world.chain
  let answers = 0
  world.chain.receipt = async (asked, how) =>
    asked === hash && ++answers > 1 ? undefined : receipt.call(world.chain, asked, how)
  return () => {
    world.chain.receipt = receipt
  }
}

/** What the chain has mined last is taken back, bytes and all: only who has them can send them again. Gives the sender's nonce. */
function takeBack(sender: Address, blocks = 1) {
  const { ledger } = world.chain
  ledger.rollback(blocks)
  ledger.pending.splice(0)
  return ledger.holder(sender).nonce
}

describe('a payout that a restored database does not know', () => {
  test('is not made again where the node that is asked about it does not show its receipt', async () => {
    const id = await redeem('10')
    backUp()
    const settled = await read(id)
    expect(settled?.status).toBe('SETTLED')
    await restore()
    lags(settled?.settlementTxHash, ['shown', 'unseen', 'unseen'])
    expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
    expect(paidOut()).toBe(10_000_000n)
  })

  test('is sent again by its own bytes where a reorganisation has taken it back', async () => {
    const id = await redeem('10')
    backUp()
    const settled = await read(id)
    await restore()
    await accountForNonces(world, world.chain.operator.address)
    takeBack(world.chain.operator.address)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
    expect(paidOut()).toBe(10_000_000n)
  })

  test('and lost its nonce to something else is made anew, once', async () => {
    const id = await redeem('10')
    backUp()
    await read(id)
    await restore()
    const { operator, ledger } = world.chain
    await accountForNonces(world, operator.address)
    const nonce = takeBack(operator.address)
    ledger.take({ hash: other, sender: operator.address, nonce, action: nothing, cost: 0n })
    expect((await read(id, 20))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(10_000_000n)
  })

  test('is not made again where it is found, and another one attributed, while this one waits for its turn', async () => {
    const { ledger, operator } = world.chain
    const [before, id] = [await redeem('11'), await redeem('10')]
    backUp()
    expect((await read(before))?.status).toBe('SETTLED')
    ledger.automine = false
    await read(id)
    const hidden = ledger.pending.splice(0)
    expect(hidden).toHaveLength(1)
    await restore()
    ledger.automine = true
    await accountForNonces(world, operator.address)
    const { run } = world.locks
    let isFirst = true
    world.locks.run = async (name, work) => {
      if (isFirst && name === `sender:${operator.address}`) {
        isFirst = false
        for (const sent of hidden) ledger.take(sent)
        await accountForNonces(world, operator.address)
        await read(before, 2)
        // The next nonce is a free one.
        await call('POST', '/fund', { walletId: wallet.id, amount: '3' })
      }
      return run(name, work)
    }
    expect((await read(id, 12))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(21_000_000n)
  })
})

describe('a payment from after the backup', () => {
  test.each(['STABLE', 'cSTABLE'])(
    'of %s is not made again by its key while no node shows it, and is recognised once one does',
    async (token) => {
      backUp()
      const { row } = await transfer('7', 'order-1', token)
      const { nonce } = world.chain.ledger.holder(wallet.address)
      await restore()
      const showAgain = hiddenOnceFound(row?.txHash)
      const unsure = await transfer('7', 'order-1', token)
      expect(unsure).toMatchObject({ status: 503, code: 'reconciling' })
      expect(unsure.message).toContain(row?.txHash)
      showAgain()
      expect(await transfer('7', 'order-1', token)).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
      expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce)
    },
  )

  test('that a reorganisation has taken back is sent again by its own bytes, and nothing is signed at its nonce', async () => {
    backUp()
    const { row } = await transfer('7', 'order-1')
    await restore()
    await accountForNonces(world, wallet.address)
    takeBack(wallet.address)
    expect(await transfer('5')).toMatchObject({ status: 503, code: 'reconciling' })
    expect(world.chain.ledger.mined.has(row?.txHash ?? other)).toBe(true)
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 409 })
    expect(await transfer('5')).toMatchObject({ status: 201 })
    expect(arrived()).toBe(12_000_000n)
  })

  test.each([
    ['is sent again', true, 12_000_000n],
    ['and that no pool takes any more makes way', false, 5_000_000n],
  ])('below one of now that a reorganisation has taken back as well %s', async (_, isTaken, units) => {
    backUp()
    const before = (await transfer('7', 'order-1')).row
    await restore()
    const { row } = await transfer('5')
    takeBack(wallet.address, 2)
    world.chain.faults.broadcast = ({ hash }) => (hash === before?.txHash && !isTaken ? 'lost' : 'accepted')
    for (let looks = 0; looks < 6; looks++) {
      world.chain.ledger.mineEmpty()
      world.clock.pass(10_000)
      await read(row?.id ?? '', 1)
    }
    expect((await read(row?.id ?? ''))?.status).toBe('SETTLED')
    expect(arrived()).toBe(units)
  })

  test('that no pool takes any more leaves its nonce to another payment, and waits for what becomes of that', async () => {
    backUp()
    const { row } = await transfer('7', 'order-1')
    await restore()
    const { ledger, faults } = world.chain
    await accountForNonces(world, wallet.address)
    takeBack(wallet.address)
    faults.broadcast = ({ hash }) => (hash === row?.txHash ? 'lost' : 'accepted')
    expect(await transfer('5')).toMatchObject({ status: 503, code: 'reconciling' })
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, code: 'reconciling' })
    ledger.automine = false
    expect(await transfer('5')).toMatchObject({ status: 201 })
    const sent = world.chain.broadcasts.length
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, code: 'reconciling' })
    expect(world.chain.broadcasts).toHaveLength(sent)
    ledger.automine = true
    ledger.mine()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 201 })
    expect(arrived()).toBe(12_000_000n)
  })

  test('that lost its nonce to something else after a reorganisation is made when it is asked for again', async () => {
    backUp()
    await transfer('7', 'order-1')
    await restore()
    const { ledger } = world.chain
    await accountForNonces(world, wallet.address)
    const nonce = takeBack(wallet.address)
    ledger.take({ hash: other, sender: wallet.address, nonce, action: nothing, cost: 0n })
    // A transaction that was found just now counts from the next question on.
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503 })
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 201 })
    expect(arrived()).toBe(7_000_000n)
    expect(await listAllUnattributed(world.db, world.keys)).toMatchObject([{ hash: other, nonce, does: null }])
  })

  /** What a node says that has not seen the newest transaction of the wallet, so many times from the second question on. */
  function behind(times: number) {
    const { readForPayment } = world.chain
    let asked = 0
    world.chain.readForPayment = async (question) => {
      const reading = await readForPayment.call(world.chain, question)
      asked += 1
      const own = reading.nonces.get(wallet.address)
      if (own === undefined || asked < 2 || asked >= 2 + times) return reading
      const mined = own.mined - 1
      return { ...reading, nonces: new Map(reading.nonces).set(wallet.address, { mined, pending: mined }) }
    }
  }

  test('keeps its nonce where a node that lags says that it is free: the next payment takes the one after it', async () => {
    backUp()
    await transfer('7', 'order-1')
    await restore()
    behind(2)
    const { status, row } = await transfer('5')
    expect(status).toBe(201)
    expect((await read(row?.id ?? ''))?.status).toBe('SETTLED')
    expect(arrived()).toBe(12_000_000n)
  })

  test('and nothing is signed while the node goes on saying so', async () => {
    backUp()
    await transfer('7', 'order-1')
    await restore()
    behind(1_000)
    expect(await transfer('5')).toMatchObject({ status: 503, code: 'reconciling' })
    expect(arrived()).toBe(7_000_000n)
  })
})

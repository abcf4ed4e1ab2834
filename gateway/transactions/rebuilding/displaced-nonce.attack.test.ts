import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { noteLookedAt } from '../../legs/reconciling/unattributed/store.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { voidPayout } from '../payouts/by-hand/by-hand.ts'
import { reconcile } from '../reconcile.ts'
import {
  backUp,
  begin,
  behind,
  elsewhere,
  paidOut,
  restore,
  setUpEach,
  tester,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

/**
 * After the restore of a backup one answer comes from a node that lags by two blocks: something is signed at a nonce that
 * was used already. That nonce has a leg, so that the transaction that was really mined there is looked for by that leg alone.
 */
setUpEach()

let another: { id: string; address: Address }

beforeEach(async () => {
  await begin()
  another = await walletWithMoney(tester)
})

type Row = { id: string; status: string; error?: string; txHash: Hex; settlementTxHash: Hex }

async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await tester.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const json = (await answer.json()) as { data?: { transaction: Row }; error?: { code: string; message: string } }
  return { status: answer.status, code: json.error?.code, message: json.error?.message, row: json.data?.transaction }
}

const transfer = (amount: string, key: string, token = 'STABLE') =>
  call('POST', '/transfer', { walletId: wallet.id, amount, token, to: elsewhere }, key)

async function redeem(from: { id: string }, amount: string): Promise<string> {
  return (await call('POST', '/redeem', { walletId: from.id, amount })).row?.id ?? ''
}

async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(60_000)
    await reconcile(world, id)
  }
  return (await call('GET', `/transactions/${id}`)).row
}

const nonceOf = (sender: Address) => world.chain.ledger.holder(sender).nonce

describe('a payout that a restored database does not know, at whose nonce another one was signed behind a node that lagged', () => {
  test('is not made again', async () => {
    const { address: operator } = world.chain.operator
    const [one, two] = [await redeem(wallet, '10'), await redeem(another, '20')]
    backUp()
    const nonce = nonceOf(operator)
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    await restore()
    await behind(operator, nonce, () => reconcile(world, two))
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(30_000_000n)
  })

  test('is not made again where a person gave that other one up before anybody had looked', async () => {
    const { address: operator } = world.chain.operator
    const [one, two] = [await redeem(wallet, '10'), await redeem(another, '20')]
    backUp()
    const nonce = nonceOf(operator)
    expect((await read(two))?.status).toBe('SETTLED')
    await restore()
    await behind(operator, nonce, () => reconcile(world, one))
    expect(await voidPayout(world, one)).toContain('is used by')
    expect((await read(one))?.status).toBe('SETTLED')
    expect((await read(two))?.status).toBe('SETTLED')
    expect(paidOut()).toBe(30_000_000n)
  })
})

describe('a payment from after the backup, at whose nonce another one was signed behind a node that lagged', () => {
  test('is not made again by its key', async () => {
    backUp()
    const nonce = nonceOf(wallet.address)
    await transfer('7', 'one')
    await transfer('8', 'two')
    await restore()
    await behind(wallet.address, nonce, () => transfer('8', 'two'))
    expect(await transfer('7', 'one')).not.toMatchObject({ status: 201 })
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(15_000_000n)
  })

  test('does not read FAILED, as though nothing had been moved, when it is repeated there', async () => {
    backUp()
    const nonce = nonceOf(wallet.address)
    const { row } = await transfer('7', 'one', 'cSTABLE')
    expect(row?.status).toBe('SETTLED')
    await restore()
    const again = await behind(wallet.address, nonce, () => transfer('7', 'one', 'cSTABLE'))
    const seen = again.row === undefined ? undefined : await read(again.row.id)
    expect(seen?.error ?? '').not.toContain('Nothing was moved')
    expect(seen?.error).toContain(row?.txHash)
    expect((await transfer('7', 'one', 'cSTABLE')).row).toEqual(seen)
  })
})

describe('a payment that is mined, and not seen so', () => {
  test.each([
    ['whose receipt the node shows', false],
    ['whose receipt the node does not show, but its block', true],
  ])('and %s keeps the next one waiting for nothing', async (_, isHidden) => {
    world.chain.ledger.automine = false
    const { row } = await transfer('7', 'one')
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const { receipt, whoUsedNonce } = world.chain
    if (isHidden) world.chain.receipt = async () => undefined
    let searched = 0
    world.chain.whoUsedNonce = async (...asked) => {
      searched += 1
      return whoUsedNonce.call(world.chain, ...asked)
    }
    const second = transfer('8', 'two')
    await expect(second).resolves.toMatchObject({ status: 201 })
    expect(searched > 0).toBe(isHidden)
    world.chain.receipt = receipt
    expect((await read(row?.id ?? ''))?.status).toBe('SETTLED')
    expect(await unattributed()).toEqual([])
  })
})

describe('a key that was used before the restore', () => {
  test('is refused at its first use, also where another payment like it was asked for before', async () => {
    backUp()
    const march = (await transfer('7', 'march')).row?.txHash
    await restore()
    expect((await transfer('7', 'april')).status).toBe(409)
    expect((await transfer('7', 'april, once more')).message).toContain(march)
    // A person says that it was another payment.
    await noteLookedAt(world.db, march as Hex, world.clock.now())
    expect((await transfer('7', 'april')).status).toBe(201)
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(14_000_000n)
  })

  test('of the faucet is refused also where another operator pays by now', async () => {
    backUp()
    const { stable } = world.chain.ledger.holder(wallet.address)
    const fund = () => call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')
    expect((await fund()).status).toBe(201)
    const next = world.chain.wallets.create()
    Object.assign(world.chain.ledger.holder(next.address), { wei: 10n ** 24n, stable: 1_000_000_000n })
    world.chain.operator = next
    await restore()
    expect((await fund()).status).not.toBe(201)
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(stable + 3_000_000n)
  })
})

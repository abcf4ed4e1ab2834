import { beforeEach, describe, expect, test } from 'vitest'
import { atomically } from '../../db/database.ts'
import { findStep } from '../../recovery/find-wallets.ts'
import { beginSearches } from '../../recovery/searches-store.ts'
import { countOwed } from '../store.ts'
import { round } from '../worker.ts'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import { rebuiltPayments } from './rebuilt-store.ts'
import {
  backUp,
  begin,
  call,
  elsewhere,
  keepFor,
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

const mint = (amount: string, key?: string) => call('POST', '/mint', { walletId: wallet.id, amount }, key)
const fund = (amount: string, key?: string) => call('POST', '/fund', { walletId: wallet.id, amount }, key)
const list = async () => {
  const answer = await tester.ask('GET', '/transactions?pageSize=100')
  return ((await answer.json()) as { data: { items: (Row & { rebuiltAt?: string })[] } }).data.items
}
const nonceOf = () => world.chain.ledger.holder(wallet.address).nonce

/** As it was told before, but for what the chain does not know. */
const told = ({ createdAt, updatedAt, externalId, rebuiltAt, ...row }: Record<string, unknown>) => row

describe.each(['float', 'backed'] as const)('payments from after a backup (%s)', (mode) => {
  beforeEach(() => begin(mode, 'tags'))

  const verbs: [string, (key?: string) => ReturnType<typeof call>][] = [
    ['fund', (key) => fund('3', key)],
    ['mint', (key) => mint('3', key)],
    ['confidential transfer', (key) => transfer('3', key)],
    ['public transfer', (key) => transfer('3', key, 'STABLE')],
    ['redeem', (key) => redeem('3', key)],
  ]

  test.each(verbs)('is written again after a restore, and answers its own key: a %s', async (_, pay) => {
    backUp()
    const id = (await pay('order 1')).transaction?.id ?? ''
    const before = await read(id)
    expect(before?.status).toBe('SETTLED')
    const [nonce, has] = [nonceOf(), world.chain.ledger.holder(world.chain.operator.address).nonce]
    await restore()
    await reconcileAtStart(world, 'operator')
    const after = await read(id)
    expect(told(after as never)).toEqual(told(before as never))
    expect(after).toMatchObject({ externalId: null, rebuiltAt: expect.stringMatching(/^2026-/) })
    expect(await pay('order 1')).toMatchObject({ status: 201, transaction: { id } })
    expect([nonceOf(), world.chain.ledger.holder(world.chain.operator.address).nonce]).toEqual([nonce, has])
    expect(await unattributed()).toEqual([])
    const events = await world.db
      .selectFrom('events')
      .select('subject')
      .where('type', '=', 'transaction.rebuilt')
      .execute()
    expect(events).toEqual([{ subject: id }])
    const { blockNumber } = await world.db
      .selectFrom('legs')
      .select('blockNumber')
      .where('transactionId', '=', id)
      .where('movesValue', '=', 1)
      .executeTakeFirstOrThrow()
    expect(await rebuiltPayments(world.db)).toMatchObject({ count: 1, from: blockNumber, to: blockNumber })
  })

  test.each(verbs)('answers its own key at once, before anything was looked at: a %s', async (_, pay) => {
    backUp()
    const id = (await pay('order 1')).transaction?.id ?? ''
    await read(id)
    const nonce = nonceOf()
    await restore()
    for (let repeats = 0; repeats < 3; repeats++) {
      expect(await pay('order 1')).toMatchObject({ status: 201, transaction: { id } })
    }
    expect(nonceOf()).toBe(nonce)
  })

  test.each(verbs)(
    'comes back without a key too, and is a new payment when it is asked for again: a %s',
    async (_, pay) => {
      backUp()
      const id = (await pay()).transaction?.id ?? ''
      await read(id)
      await restore()
      await reconcileAtStart(world, 'operator')
      expect(await read(id)).toMatchObject({ status: 'SETTLED' })
      const again = await pay()
      expect(again.status).toBe(201)
      expect(again.transaction?.id).not.toBe(id)
    },
  )

  test('a redeem that was unpaid is paid once, and one that was paid is not', async () => {
    backUp()
    const [paid, burned] = [
      (await redeem('3', 'a')).transaction?.id ?? '',
      (await redeem('4', 'b')).transaction?.id ?? '',
    ]
    expect((await read(paid))?.status).toBe('SETTLED')
    await restore()
    await reconcileAtStart(world, 'operator')
    for (const id of [paid, burned]) expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    const { ledger, operator } = world.chain
    const left = OPERATOR_STABLE - ledger.holder(operator.address).stable
    expect(left).toBe(mode === 'float' ? 7_000_000n : 0n)
    expect(ledger.holder(wallet.address).stable).toBe(47_000_000n)
    expect(await list()).toHaveLength(4)
  })
})

test('of equal redeems each has its own payout again, whichever was paid first', async () => {
  await begin('float', 'tags')
  const ids: string[] = []
  for (const key of ['a', 'b', 'c']) ids.push((await redeem('3', key)).transaction?.id ?? '')
  backUp()
  for (const id of ids.toReversed()) expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  const before = await list()
  expect(new Set(before.map(({ settlementTxHash }) => settlementTxHash)).size).toBe(4)
  await restore()
  await reconcileAtStart(world, 'operator')
  for (const { id, settlementTxHash } of before) expect(await read(id)).toMatchObject({ settlementTxHash })
  expect(OPERATOR_STABLE - world.chain.ledger.holder(world.chain.operator.address).stable).toBe(9_000_000n)
})

describe('a payment from after a backup', () => {
  beforeEach(() => begin('float', 'tags'))

  test('is refused under its key where something else is asked for', async () => {
    backUp()
    await transfer('3', 'order 1')
    await restore()
    expect(await transfer('4', 'order 1')).toMatchObject({ status: 409, error: { code: 'idempotency_mismatch' } })
    expect(await mint('3', 'order 1')).toMatchObject({ status: 409, error: { code: 'idempotency_mismatch' } })
    const made = await call('POST', '/wallets', { type: 'custodial' }, 'order 1')
    expect(made).toMatchObject({ status: 409, error: { code: 'idempotency_mismatch' } })
    expect((await transfer('3', 'order 1')).status).toBe(201)
  })

  test('is in doubt where the backup is older than the secret of tags', async () => {
    backUp()
    const { transaction } = await transfer('3', 'order 1')
    await restore()
    const { keys } = world
    world.keys = { ...keys, derive: (root, what, length) => keys.derive(root, `made anew ${what}`, length) }
    await reconcileAtStart(world, 'operator')
    expect(await unattributed()).toMatchObject([{ hash: transaction?.txHash, tagRow: null }])
    const again = await transfer('3', 'order 1')
    expect(again).toMatchObject({ status: 409, error: { code: 'idempotency_mismatch' } })
    expect(again.error?.message).toContain(transaction?.txHash)
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(3_000_000n)
  })

  test('keeps no equal payment with another key from being made', async () => {
    backUp()
    const { transaction } = await transfer('3', 'order 1')
    await restore()
    const other = await transfer('3', 'order 2')
    expect(other.status).toBe(201)
    expect(other.transaction?.id).not.toBe(transaction?.id)
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(6_000_000n)
  })

  test('that reverted comes back as that, and is not made again by its key', async () => {
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const { transaction } = await transfer('5', 'order 1', 'STABLE')
    ledger.holder(wallet.address).stable = 1n
    ledger.mine()
    ledger.automine = true
    expect(await read(transaction?.id ?? '')).toMatchObject({ status: 'FAILED' })
    ledger.holder(wallet.address).stable = 50_000_000n
    await restore()
    expect(await transfer('5', 'order 1', 'STABLE')).toMatchObject({ transaction: { id: transaction?.id } })
    await reconcileAtStart(world, 'operator')
    expect(await read(transaction?.id ?? '')).toMatchObject({ status: 'FAILED', amount: '5' })
    expect(await transfer('5', 'order 1', 'STABLE')).toMatchObject({ status: 502, error: { code: 'transfer_failed' } })
  })

  test('that moved nothing for want of cover comes back without the amount that was asked for', async () => {
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const id = (await transfer('40', 'order 1')).transaction?.id ?? ''
    // What it spends is gone before it is mined.
    ledger.holder(wallet.address).handle = ledger.ciphertexts.encrypt(1_000_000n)
    ledger.automine = true
    ledger.mine()
    const before = await read(id)
    expect(before).toMatchObject({ status: 'FAILED', amount: '40' })
    await restore()
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'FAILED', amount: null, txHash: before?.txHash })
    expect(await transfer('40', 'order 1')).toMatchObject({ transaction: { id, status: 'FAILED' } })
    expect((await transfer('4', 'order 1')).status).toBe(409)
    expect(ledger.confidentialOf(elsewhere)).toBe(0n)
    for (let rounds = 0; rounds < 3; rounds++) await round(world)
    expect(await countOwed(world.db)).toEqual({ owed: 0, minedAfterAll: 0 })
  })

  test('that was cancelled comes back as cancelled', async () => {
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const id = (await transfer('3', 'order 1')).transaction?.id ?? ''
    await call('POST', `/transactions/${id}/cancel`)
    ledger.automine = true
    ledger.mine()
    const before = await read(id)
    expect(before).toMatchObject({ status: 'FAILED', cancelledByTxHash: expect.stringMatching(/^0x/) })
    await restore()
    await reconcileAtStart(world, 'operator')
    const { cancelledByTxHash, error } = before as never
    expect(await read(id)).toMatchObject({ status: 'FAILED', amount: null, txHash: null, cancelledByTxHash, error })
    expect(await transfer('3', 'order 1')).toMatchObject({ transaction: { id, status: 'FAILED' } })
    expect(await transfer('4', 'order 1')).toMatchObject({ status: 409 })
  })

  test('that this database knows unsent takes its cancellation for its own', async () => {
    const { ledger } = world.chain
    ledger.automine = false
    const id = (await transfer('3', 'order 1')).transaction?.id ?? ''
    backUp()
    await call('POST', `/transactions/${id}/cancel`)
    ledger.automine = true
    ledger.mine()
    const before = await read(id)
    await restore()
    expect(told((await read(id)) as never)).toEqual(told(before as never))
    expect(before?.status).toBe('FAILED')
  })

  test('that a reorganisation takes back is sent again by its own bytes', async () => {
    backUp()
    const { id = '', txHash } = (await transfer('3', 'order 1')).transaction ?? {}
    await restore()
    await reconcileAtStart(world, 'operator')
    const { ledger } = world.chain
    ledger.rollback(1)
    ledger.mineEmpty()
    expect(ledger.confidentialOf(elsewhere)).toBe(0n)
    expect(await transfer('3', 'order 1')).toMatchObject({ transaction: { id } })
    expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash })
    expect(ledger.confidentialOf(elsewhere)).toBe(3_000_000n)
    expect(world.chain.broadcasts.at(-1)?.hash).toBe(txHash)
  })

  test('whose amount cannot be told yet is not made again meanwhile', async () => {
    backUp()
    const { id = '' } = (await transfer('3', 'order 1')).transaction ?? {}
    await restore()
    world.chain.faults.decryptionAway = true
    const { receipt } = world.chain
    // Nothing can be derived.
    world.chain.receipt = async (hash, options) => {
      const found = await receipt.call(world.chain, hash, options)
      return found && { ...found, computations: [] }
    }
    const nonce = nonceOf()
    expect((await transfer('3', 'order 1')).status).toBeGreaterThanOrEqual(502)
    expect(nonceOf()).toBe(nonce)
    world.chain.faults.decryptionAway = false
    expect(await transfer('3', 'order 1')).toMatchObject({ status: 201, transaction: { id } })
    expect(nonceOf()).toBe(nonce)
  })

  test('to a wallet that this database does not know is listed, until that is found', async () => {
    backUp()
    const made = await tester.api.createWallet({ type: 'custodial' })
    const body = { walletId: made.wallet.id, amount: '3' }
    const { txHash, id } = (await call('POST', '/fund', body, 'order 1')).transaction ?? {}
    const paid = await call('POST', '/mint', body, 'order 2')
    await restore()
    await reconcileAtStart(world, 'operator')
    expect(await unattributed()).toMatchObject([{ hash: txHash, does: 'fund', tagRow: id }])
    const { accountId } = await world.db.selectFrom('wallets').select('accountId').executeTakeFirstOrThrow()
    await keepFor(4, async () => {
      await atomically(world.db, (db) => beginSearches(db, { is: 'asked', accountId }))
      while (!(await findStep(world, accountId)));
    })
    expect(await unattributed()).toEqual([])
    expect((await list()).map((row) => row.id)).toContain(paid.transaction?.id)
    expect(await call('POST', '/fund', body, 'order 1')).toMatchObject({ status: 201, transaction: { id, txHash } })
  })
})

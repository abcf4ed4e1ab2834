import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { accountForNonces } from '../legs/reconciling/account-for-nonces.ts'
import { noteRestore } from '../legs/reconciling/restores-store.ts'
import { withTag } from '../legs/tags/tag.ts'
import { setPolicy } from '../policies/store.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import { expireOverdue } from '../transactions/approvals/end.ts'
import { rebuild } from '../transactions/rebuilding/rebuild.ts'
import {
  backUp,
  begin,
  behind,
  call,
  elsewhere,
  keepFor,
  paidOut,
  read,
  redeem,
  restore,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from '../transactions/rebuilding/restore-fixture.ts'

setUpEach()

const DAY_MS = 24 * 60 * 60_000

async function sendToAPerson(): Promise<void> {
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
}

/** A payment that waits, and its approval. */
async function waiting(key: string | undefined, ask = transfer) {
  await begin('float', 'tags')
  await sendToAPerson()
  const id = (await ask('7', key)).transaction?.id ?? ''
  const approve = async () => (await inSession(world, tester)).tell('POST', `/transactions/${id}/approve`, {})
  return { id, approve }
}

test.each(['order-1', undefined])(
  'what was approved after the backup is not paid again, with the key %s',
  async (key) => {
    const { id, approve } = await waiting(key)
    backUp()
    expect(await approve()).toMatchObject({ code: 'ok' })
    await restore()
    expect((await tester.api.listApprovals({})).approvals).toHaveLength(1)
    expect((await approve()).code).not.toBe('ok')
    expect((await approve()).code).toBe('not_waiting')
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  },
)

test.each(['order-1', undefined])(
  'a payment that a person approves again after a restore is settled by the call of the first approval, once that is mined, with the key %s',
  async (key) => {
    const { id, approve } = await waiting(key)
    const { ledger } = world.chain
    backUp()
    ledger.automine = false
    await approve()
    const [first] = ledger.pending.splice(0)
    await restore()
    await approve()
    const [again] = ledger.pending.splice(0)
    expect(again).toMatchObject({ nonce: first?.nonce })
    expect(again?.hash).not.toBe(first?.hash)
    ledger.automine = true
    if (first !== undefined) ledger.take(first)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', txHash: first?.hash })
    expect(ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  },
)

test.each(['order-1', undefined])(
  'a redeem that was approved and paid out after the backup is paid once, whichever of its calls is found first, with the key %s',
  async (key) => {
    const { id, approve } = await waiting(key, redeem)
    backUp()
    await approve()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    await restore()
    expect(await accountForNonces(world, world.chain.operator.address)).toBe(true)
    expect(await rebuild(world)).toMatchObject({ written: [] })
    await keepFor(8)
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect((await tester.api.listTransactions({ type: 'REDEEM' })).items).toHaveLength(1)
    expect(paidOut()).toBe(7_000_000n)
  },
)

test('what is approved again behind a node that lags, at a nonce that another payment had used, is the one that was mined', async () => {
  const { id, approve } = await waiting(undefined)
  const { ledger } = world.chain
  backUp()
  const { nonce } = ledger.holder(wallet.address)
  await transfer('1', 'other')
  await approve()
  const { txHash } = (await read(id)) ?? {}
  await restore()
  await behind(wallet.address, nonce, approve)
  expect(await read(id, 8)).toMatchObject({ status: 'SETTLED', txHash })
  expect(ledger.confidentialOf(elsewhere)).toBe(8_000_000n)
})

test('the operator’s cancellation of its payout is no call of the redeem: that goes on waiting until its own is found', async () => {
  const { id } = await waiting(undefined, redeem)
  const { ledger, operator, calls, chainId } = world.chain
  const { nonce } = ledger.holder(operator.address)
  const slot = { chainId, sender: operator.address, nonce }
  const nothing = calls.transferPublic(elsewhere, 0n)
  const call = withTag(world.keys, slot, nothing, { row: id, type: 'REDEEM', role: 'cancellation', digest: null })
  const { raw } = await world.chain.sign(operator, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  expect(await accountForNonces(world, operator.address)).toBe(true)
  expect(await rebuild(world)).toMatchObject({ written: [] })
  expect((await tester.api.listApprovals({})).approvals).toHaveLength(1)
})

test('a payment that was approved after the backup does not expire; no person approves or rejects it before the gateway finds its call', async () => {
  const { id, approve } = await waiting(undefined)
  const reject = async () => (await inSession(world, tester)).tell('POST', `/transactions/${id}/reject`)
  backUp()
  await approve()
  await restore()
  world.clock.pass(DAY_MS)
  await expireOverdue(world)
  expect((await tester.api.getTransaction({ id })).transaction).toMatchObject({ waitingFor: 'approval' })
  expect([(await approve()).code, (await reject()).code]).toEqual(['reconciling', 'reconciling'])
  await keepFor(3)
  expect([(await approve()).code, (await reject()).code]).toEqual(['not_waiting', 'not_waiting'])
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
})

test('a payment expires once the chain can be asked whether it was approved', async () => {
  const { id } = await waiting(undefined)
  world.clock.pass(DAY_MS)
  world.chain.faults.chainAway = true
  await expireOverdue(world)
  expect(await read(id)).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  world.chain.faults.chainAway = false
  await expireOverdue(world)
  expect(await read(id)).toMatchObject({ status: 'FAILED', failure: 'approval_expired' })
})

test('a payment that waits for a person takes no key of a forgotten payment: the gateway writes that payment again first', async () => {
  await begin('float', 'tags')
  backUp()
  const { transaction } = await transfer('7', 'k')
  await restore()
  await sendToAPerson()
  expect(await redeem('7', 'k')).toMatchObject({ error: { code: 'idempotency_mismatch' } })
  expect(await transfer('7', 'k')).toMatchObject({
    status: 201,
    transaction: { id: transaction?.id, status: 'SETTLED' },
  })
  await keepFor(3)
  expect((await tester.api.listTransactions({ type: 'REDEEM' })).items).toEqual([])
  expect(paidOut()).toBe(0n)
})

test('a redeem that waits under a key which paid before a restore is not taken for that payment', async () => {
  await begin('float', 'tags')
  backUp()
  const { nonce } = world.chain.ledger.holder(wallet.address)
  await transfer('7', 'k')
  await restore()
  await sendToAPerson()
  const { transaction } = await behind(wallet.address, nonce, () => redeem('7', 'k'))
  expect(transaction).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  await keepFor(8)
  expect(await read(transaction?.id ?? '')).toMatchObject({ status: 'PENDING', waitingFor: 'approval', txHash: null })
  expect(paidOut()).toBe(0n)
})

test('while a pool may hold a call that no node shows, a payment from before the restore neither expires nor is rejected', async () => {
  const { id, approve } = await waiting(undefined)
  const { ledger } = world.chain
  const reject = async (what = id) => (await inSession(world, tester)).tell('POST', `/transactions/${what}/reject`)
  world.clock.pass(DAY_MS - 60_000)
  backUp()
  ledger.automine = false
  await approve()
  const [sent] = ledger.pending.splice(0)
  ledger.automine = true
  await restore()
  await noteRestore(world.db, world.clock.now())
  expect((await reject()).code).toBe('reconciling')
  world.clock.pass(120_000)
  await expireOverdue(world)
  expect(await read(id)).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  const since = (await transfer('2', 'since the restore')).transaction?.id
  expect((await reject(since)).code).toBe('ok')
  if (sent !== undefined) ledger.take(sent)
  await keepFor(3)
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
})

test('a wallet whose transactions are not all known keeps no payment of another one from expiring', async () => {
  const { id } = await waiting(undefined)
  const other = await walletWithMoney(tester)
  const later = (await call('POST', '/transfer', { walletId: other.id, amount: '7', to: elsewhere })).transaction?.id
  world.clock.pass(DAY_MS)
  const { pendingNonce } = world.chain
  world.chain.pendingNonce = async (asked) =>
    (await pendingNonce.call(world.chain, asked)) + (asked === wallet.address ? 1 : 0)
  await expireOverdue(world)
  const states = await world.db
    .selectFrom('transactions')
    .select(['id', 'status'])
    .where('waitingFor', 'is', null)
    .execute()
  expect(states).toContainEqual({ id: later, status: 'FAILED' })
  expect(states.map((row) => row.id)).not.toContain(id)
})

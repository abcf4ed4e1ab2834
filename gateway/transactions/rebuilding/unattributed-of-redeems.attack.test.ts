import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { reconcile } from '../reconcile.ts'
import { round } from '../worker.ts'
import {
  backUp,
  begin,
  elsewhere,
  keepFor,
  outside,
  paidOut,
  restore,
  sentAs,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

/** A transaction that was given to a redeem may lose its nonce in a reorganisation, like an unattributed one. */
beforeEach(() => begin())

function mineEmpty(blocks: number) {
  for (let mined = 0; mined < blocks; mined++) world.chain.ledger.mineEmpty()
}

const redeemOf = async (walletId: string, amount: string) =>
  (await tester.api.redeem({ walletId, amount })).transaction.id

async function look(id: string, times: number, every = 4_000) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(every)
    await reconcile(world, id)
  }
}

/** A payout is signed for a redeem, and no node has it. */
async function signedUnseen(id: string): Promise<Sent> {
  const hidden: Sent[] = []
  world.chain.faults.broadcast = (sent) => {
    hidden.push(sent)
    return 'lost'
  }
  await look(id, 1)
  delete world.chain.faults.broadcast
  const [payout] = hidden
  if (payout === undefined) throw new Error('no payout was signed')
  return payout
}

const rowOf = (id: string) =>
  world.db.selectFrom('transactions').select(['status', 'waitingFor', 'paidBy']).where('id', '=', id).executeTakeFirst()

describe.each([
  ['that was written down as a redeem again', 1, false],
  ['that was written down as a redeem again, which was looked at since,', 1, true],
  ['that is unattributed', 0, false],
])('where a forgotten payment is mined at the nonce of one %s', (_, redeems, isLookedAt) => {
  test('it is not made again by its key', async () => {
    const { ledger } = world.chain
    Object.assign(world.config, { SOTTO_CONFIRMATIONS: 3 })
    mineEmpty(3)
    backUp()
    const paid = sentAs((await transfer('7', 'k', 'STABLE')).transaction?.txHash)
    await restore()
    ledger.rollback(1)
    await outside(wallet.address, 10_000_000n, redeems === 1 ? undefined : elsewhere)
    await keepFor(3)
    const { items } = await tester.api.listTransactions({ type: 'REDEEM' })
    expect(items).toHaveLength(redeems)
    ledger.rollback(1)
    ledger.take(paid)
    world.clock.pass(20_000)
    if (isLookedAt) for (const { id } of items) await reconcile(world, id)
    expect((await transfer('7', 'k', 'STABLE')).error?.code).toBe('reconciling')
    mineEmpty(3)
    await keepFor(3)
    expect((await transfer('7', 'k', 'STABLE')).error?.code).toBe('idempotency_mismatch')
    expect(ledger.holder(elsewhere).stable).toBe(7_000_000n)
  })
})

test('a payout that is mined at the nonce of what is noted for another redeem is not made again', async () => {
  const { ledger, operator } = world.chain
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: 3 })
  mineEmpty(3)
  const [another, third] = [await walletWithMoney(tester), await walletWithMoney(tester)]
  const [one, two, three] = [
    await redeemOf(wallet.id, '10'),
    await redeemOf(another.id, '20'),
    await redeemOf(third.id, '5'),
  ]
  mineEmpty(3)
  backUp()
  const payout = await signedUnseen(one)
  await restore()
  // The payout of the second one, which was signed at the same nonce in another history.
  const hash: Hex = `0x${'e'.repeat(64)}`
  const action = { do: 'transfer', to: another.address, units: '20000000' } as const
  const other: Sent = { hash, sender: operator.address, nonce: payout.nonce, action, cost: 0n }
  // A third one is signed at the same nonce, and what is mined is the payout of the first.
  await signedUnseen(three)
  ledger.take(payout)
  await look(one, 2)
  expect((await rowOf(one))?.paidBy).toBe(payout.hash)
  ledger.rollback(1)
  ledger.take(other)
  await look(two, 3)
  expect(paidOut()).toBe(20_000_000n)
  mineEmpty(3)
  for (let rounds = 0; rounds < 8; rounds++) {
    for (const id of [one, two, three]) await look(id, 1, 60_000)
    mineEmpty(3)
  }
  for (const id of [one, two, three]) expect(await rowOf(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(await rowOf(one)).toMatchObject({ paidBy: null })
  expect(paidOut()).toBe(35_000_000n)
})

test.each([
  ['the payment that it displaced', 0],
  ['the redeem that it paid', 1],
  ['the payment that it displaced, and no client reads the redeem, but the worker', 2],
])(
  'what paid a redeem and has lost its nonce for good is given up by itself, where %s sees that first',
  async (_, by) => {
    const { ledger, operator } = world.chain
    const other = await walletWithMoney(tester)
    const id = await redeemOf(wallet.id, '10')
    const displaced = await redeemOf(other.id, '5')
    backUp()
    const payout = await signedUnseen(id)
    await restore()
    await signedUnseen(displaced)
    ledger.take(payout)
    await look(id, 2)
    expect(await rowOf(id)).toEqual({ status: 'SETTLED', waitingFor: null, paidBy: payout.hash })
    ledger.rollback(1)
    const cancellation: Hex = `0x${'f'.repeat(64)}`
    const { nonce } = payout
    ledger.take({ hash: cancellation, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
    const order = by === 1 ? [id, displaced] : [displaced, ...(by === 0 ? [id] : [])]
    for (let looks = 0; looks < 8; looks++) {
      for (const one of order) await look(one, 1, 60_000)
      if (by === 2) await round(world)
    }
    expect(await rowOf(id)).toMatchObject({ status: 'SETTLED', waitingFor: null, paidBy: null })
    expect(paidOut()).toBe(15_000_000n)
  },
)

import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { reconcile } from '../reconcile.ts'
import { backUp, begin, paidOut, redeem, restore, setUpEach, tester, wallet, world } from './restore-fixture.ts'

setUpEach()

/** After a restore something else is signed at the nonce of a forgotten payout, and a reorganisation gives that its nonce. */
beforeEach(() => begin())

function mineEmpty(blocks: number) {
  for (let mined = 0; mined < blocks; mined++) world.chain.ledger.mineEmpty()
}

async function look(id: string, times: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(4_000)
    await reconcile(world, id)
  }
}

/** What is sent meanwhile, and reaches no node. */
async function lostOnTheWay(send: () => Promise<unknown>): Promise<Sent[]> {
  const { faults } = world.chain
  const lost: Sent[] = []
  faults.broadcast = (sent) => {
    lost.push(sent)
    return 'lost'
  }
  await send()
  delete faults.broadcast
  return lost
}

/** The payout of a redeem that is forgotten, and a payment that is mined at its nonce, and that was not looked at. */
async function displacing() {
  const { ledger, operator } = world.chain
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: 3 })
  mineEmpty(3)
  const id = (await redeem('10')).transaction?.id ?? ''
  mineEmpty(3)
  backUp()
  const [payout] = await lostOnTheWay(() => look(id, 1))
  if (payout === undefined) throw new Error('no payout was signed')
  await restore()
  ledger.automine = false
  await tester.api.fund({ walletId: wallet.id, amount: '3' }).catch(() => undefined)
  ledger.automine = true
  ledger.mine()
  expect(ledger.holder(operator.address).nonce).toBe(payout.nonce + 1)
  const fund = await world.db.selectFrom('transactions').select('id').where('type', '=', 'FUND').execute()
  return { id, payout, fund: fund.at(-1)?.id ?? '' }
}

function next({ sender, nonce }: Sent): Sent {
  const hash: Hex = `0x${'d'.repeat(64)}`
  return { hash, sender, nonce: nonce + 1, action: { do: 'nothing' }, cost: 0n }
}

describe.each([
  ['with something found above it', true],
  ['with nothing found', false],
])('a payment that was seen mined and lost its nonce, %s', (_, isFound) => {
  test('hides no forgotten payout, before it is looked at', async () => {
    const { ledger, operator } = world.chain
    const { id, payout } = await displacing()
    expect(await accountForNonces(world, operator.address)).toBe(true)
    if (isFound) {
      ledger.take(next(payout))
      expect(await accountForNonces(world, operator.address)).toBe(true)
    }
    ledger.rollback(isFound ? 2 : 1)
    ledger.take(payout)
    if (isFound) ledger.take(next(payout))
    await look(id, 3)
    mineEmpty(6)
    expect(paidOut()).toBe(10_000_000n)
  })

  test('hides none, where it was looked at before and since', async () => {
    const { ledger, operator } = world.chain
    const { id, payout, fund } = await displacing()
    await look(fund, 1)
    const stateOf = () => world.db.selectFrom('legs').select('state').where('transactionId', '=', fund).execute()
    expect(await stateOf()).toEqual([{ state: 'mined' }])
    expect(await accountForNonces(world, operator.address)).toBe(true)
    if (isFound) {
      ledger.take(next(payout))
      expect(await accountForNonces(world, operator.address)).toBe(true)
    }
    ledger.rollback(isFound ? 2 : 1)
    ledger.take(payout)
    if (isFound) ledger.take(next(payout))
    await look(fund, 1)
    expect(await stateOf()).toEqual([{ state: 'open' }])
    await look(id, 3)
    mineEmpty(6)
    expect(paidOut()).toBe(10_000_000n)
  })
})

test('of many that are mined and were not looked at the newest block is asked for as often as of one', async () => {
  const { ledger, operator } = world.chain
  const asked: number[] = []
  for (const count of [1, 5]) {
    ledger.automine = false
    for (let made = 0; made < count; made++)
      await tester.api.fund({ walletId: wallet.id, amount: '3' }).catch(() => undefined)
    ledger.automine = true
    ledger.mine()
    const { head } = world.chain
    let heads = 0
    world.chain.head = () => {
      heads++
      return head()
    }
    expect(await accountForNonces(world, operator.address)).toBe(true)
    world.chain.head = head
    asked.push(heads)
  }
  expect(asked[0]).toBeGreaterThan(0)
  expect(asked[1]).toBe(asked[0])
})

import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from './arrivals/look-fixture.ts'
import { wrongTotals } from './totals-store.ts'

/** The same bytes in another block: a confidential payment leaves other handles there, and the same amounts. */
let world: TestWorld
let alice: Tester
let bob: Tester
let till: { id: string; address: Address }
let shop: { id: string; address: Address }

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' })
  alice = await createTester(world)
  bob = await createTester(world, {}, alice.app)
  till = await walletWithMoney(alice)
  shop = await walletWithMoney(bob)
  for (let blocks = 0; blocks < 5; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
})

const ledger = () => world.chain.ledger
const pay = async (amount: string) =>
  (await alice.api.transfer({ walletId: till.id, amount, to: shop.address })).transaction
const handleOf = (hash: string | null) => {
  const [move] = ledger().mined.get(hash as Hex)?.receipt.confidentialMoves ?? []
  return move?.handle
}
const hidden = async ({ api }: Tester) => (await api.getBalances({})).balances[0]?.confidential.amount
const income = async () => (await bob.api.listTransactions({ type: 'RECEIVE' })).items

async function read(id: string) {
  world.clock.pass(4_000)
  return (await alice.api.getTransaction({ id })).transaction
}

/** Takes back all transactions since a block, and returns a function that mines them again. */
function takeBack(since: number) {
  const taken = [...ledger().mined.values()].filter(({ receipt }) => receipt.block > since).map(({ sent }) => sent)
  ledger().rollback(ledger().block - since)
  ledger().mineEmpty()
  return () => {
    for (const sent of taken) ledger().take(sent)
  }
}

describe('a transfer', () => {
  test('is waited for while it is in no block, and settles in the next one with what it moved', async () => {
    const start = ledger().block
    const paid = await pay('25')
    expect([paid.status, await hidden(alice), await hidden(bob)]).toEqual(['SETTLED', '35', '85'])
    const before = handleOf(paid.txHash)
    const mineAgain = takeBack(start)
    world.chain.faults.broadcast = () => 'lost'
    expect(await read(paid.id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    delete world.chain.faults.broadcast
    mineAgain()
    expect(await read(paid.id)).toMatchObject({
      status: 'SETTLED',
      waitingFor: null,
      amount: '25',
      txHash: paid.txHash,
    })
    expect(handleOf(paid.txHash)).not.toBe(before)
    expect([await hidden(alice), await hidden(bob)]).toEqual(['35', '85'])
    await look(world)
    expect(await income()).toMatchObject([{ amount: '25', status: 'SETTLED', txHash: paid.txHash }])
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('needs no decryption there', async () => {
    const start = ledger().block
    const first = await pay('25')
    const second = await pay('5')
    takeBack(start)()
    world.chain.faults.decryptionAway = true
    for (const { id } of [second, first]) {
      expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    }
    expect([await hidden(alice), await hidden(bob)]).toEqual(['30', '90'])
  })

  test('that was mined again and comes back to where it was is what it was', async () => {
    const paid = await pay('25')
    const before = handleOf(paid.txHash)
    const { sent } = ledger().mined.get(paid.txHash as Hex) ?? {}
    const back = ledger().rollback(1)
    if (sent !== undefined) ledger().take(sent)
    expect(await read(paid.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(handleOf(paid.txHash)).not.toBe(before)
    back()
    world.chain.faults.decryptionAway = true
    expect(await read(paid.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(handleOf(paid.txHash)).toBe(before)
    expect([await hidden(alice), await hidden(bob)]).toEqual(['35', '85'])
  })
})

test('what came in by another hand keeps its amount, whether its receiver is asked before or after', async () => {
  const start = ledger().block
  const paid = await pay('25')
  await look(world)
  const [before] = await income()
  takeBack(start)()
  await look(world)
  const [after] = await income()
  expect(after).toMatchObject({ id: before?.id, amount: '25', waitingFor: null, txHash: paid.txHash })
  const stored = await world.db.selectFrom('arrivals').select('handle').execute()
  expect(stored.map(({ handle }) => handle)).toEqual([handleOf(paid.txHash)])
  expect(await wrongTotals(world.db)).toEqual([])
})

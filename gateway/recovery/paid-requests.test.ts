import { beforeEach, expect, test } from 'vitest'
import { ask, buyer, has, now, purse, settle, setUpEach, world } from '../collections/requests-fixture.ts'
import { atomically } from '../db/database.ts'
import { noteRestore } from '../legs/reconciling/restores-store.ts'
import { cancelRestored } from '../requests/cancel-restored.ts'
import { createTester, type Tester, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { findWallets } from './keep-finding.ts'
import { deriveCheaply } from './recovery-fixture.ts'
import { backUp } from './requests-backup-fixture.ts'

setUpEach()

/** Knows the request too. */
let other: Tester
let wallet: Awaited<ReturnType<typeof walletWithMoney>>
let request: Awaited<ReturnType<typeof ask>>
let restore: Awaited<ReturnType<typeof backUp>>

beforeEach(async () => {
  deriveCheaply(world)
  other = await createTester(world)
  wallet = await walletWithMoney(other)
  request = await ask()
  await settle(1)
  restore = await backUp()
})

/** A confidential payment of the request by an account: what it is answered. */
async function payBy({ ask }: Tester, walletId: string, key: string) {
  const answer = await ask('POST', '/transfer', { walletId, requestId: request.id }, { 'idempotency-key': key })
  const { data, error } = (await answer.json()) as Answer
  return { status: answer.status, id: data?.transaction.id, code: error?.code, message: error?.message }
}
type Answer = { data?: { transaction: { id: string } }; error?: { code: string; message: string } }

const pay = () => payBy(buyer, purse.id, 'order 1042')
const payToo = () => payBy(other, wallet.id, 'the same order')

async function restored(): Promise<void> {
  await restore()
  await noteRestore(world.db, world.clock.now())
  await atomically(world.db, (db) => cancelRestored(db, world.keys, world.clock.now()))
  Object.assign(world, { memory: createMemory(), singleFlight: createSingleFlight() })
  await findWallets(world)
}

test('a request that was paid after the backup is paid by no other account', async () => {
  await pay()
  await restored()
  // The amount is with the database that is gone: until it is decrypted, the payment may be all of it or nothing.
  expect(await payToo()).toMatchObject({ status: 503, code: 'reconciling' })
  await settle()
  expect(await payToo()).toMatchObject({ status: 409, code: 'request_ended' })
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
})

test('nor while its payment is not deep enough to count', async () => {
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: 3 })
  await pay()
  await restored()
  expect(await payToo()).toMatchObject({ status: 503, code: 'reconciling' })
  for (let blocks = 0; blocks < 3; blocks++) world.chain.ledger.mineEmpty()
  expect(await payToo()).toMatchObject({ status: 503, code: 'reconciling' })
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
  expect(await has()).toEqual(['0', '5'])
})

test('nor by a payment that waited for a person, and is approved after the restore', async () => {
  const person = await inSession(world, other)
  await person.tell('PUT', '/policy', { policy: { approveAbove: '1' } })
  const { id } = await payToo()
  restore = await backUp()
  await pay()
  await restored()
  const approve = () => person.tell('POST', `/transactions/${id}/approve`, {})
  expect(await approve()).toMatchObject({ code: 'reconciling' })
  await settle()
  expect(await approve()).toMatchObject({ code: 'request_ended' })
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
})

test('nor while the node lacks the newest blocks', async () => {
  Object.assign(world.config, { SOTTO_CONFIRMATIONS: 3 })
  await pay()
  await restored()
  const { block } = world.chain
  const { number: newest } = await world.chain.head()
  world.chain.block = async (number, options) => (number === newest ? undefined : block(number, options))
  expect(await payToo()).toMatchObject({ status: 503, code: 'reconciling' })
})

test('one that nothing has paid is paid in the hour after a restore, too', async () => {
  await restored()
  expect(await payToo()).toMatchObject({ status: 201 })
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
})

test('while the chain cannot be asked, nothing is said of it', async () => {
  await pay()
  await restored()
  world.chain.faults.chainAway = true
  expect(await payToo()).toMatchObject({ status: 503, code: 'reconciling' })
  const unkeyed = other.api.transfer({ walletId: wallet.id, requestId: request.id })
  await expect(unkeyed).rejects.toMatchObject({ code: 'reconciling' })
})

test('the repeat of the payment is answered by it, though its request has ended', async () => {
  const { id } = await pay()
  await restored()
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID' })
  expect(await pay()).toMatchObject({ status: 201, id })
  expect(await has()).toEqual(['0', '5'])
})

test("one at a wallet's address is cancelled and not paid again, since its payment comes back without its name", async () => {
  request = await ask({ address: 'wallet' })
  restore = await backUp()
  const { id } = await pay()
  await restored()
  await settle()
  for (const again of [payToo, () => payBy(buyer, purse.id, 'another key')])
    expect(await again()).toMatchObject({ status: 409, code: 'request_ended' })
  expect(await pay()).toMatchObject({ status: 201, id })
  expect(await has()).toEqual(['0', '5'])
  expect(await now(request)).toMatchObject({ status: 'CANCELLED', received: '0' })
})

import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { createTester, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import { ask, buyer, now, purse, settle, setUpEach, stranger, world } from './requests-fixture.ts'

setUpEach()

/** A payment of a request that waits for a person, and its approval. */
async function waiting(requestId: string) {
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', buyer.accountId, policy))
  const { id, waitingFor } = (await buyer.api.transfer({ walletId: purse.id, requestId })).transaction
  expect(waitingFor).toBe('approval')
  const tell = async (path: string) => (await inSession(world, buyer)).tell('POST', `/transactions/${id}/${path}`, {})
  return { id, approve: () => tell('approve'), options: () => tell('approve/options') }
}

test.each(['own', 'wallet'] as const)(
  'a request (%s) is paid by a payment that a person lets pass',
  async (address) => {
    const request = await ask({ address })
    const { approve } = await waiting(request.id)
    expect(await approve()).toMatchObject({ code: 'ok' })
    expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
  },
)

test('a payment that waits for a person keeps no other payer away, and does not pay a request twice', async () => {
  const request = await ask()
  const { id, approve, options } = await waiting(request.id)
  expect(await options()).toMatchObject({ code: 'ok' })
  const other = await createTester(world)
  const { id: walletId } = await walletWithMoney(other)
  const { transaction } = await other.api.transfer({ walletId, requestId: request.id })
  expect(transaction).toMatchObject({ status: 'SETTLED', amount: '5' })
  expect(await options()).toMatchObject({ code: 'request_ended' })
  expect(await approve()).toMatchObject({ code: 'request_ended' })
  expect((await buyer.api.getTransaction({ id })).transaction).toMatchObject({ waitingFor: 'approval' })
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5', overpaid: false })
})

test('a payment that a person lets pass after the time of its request is refused, also before that lapses', async () => {
  const request = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  const { id, approve, options } = await waiting(request.id)
  world.clock.pass(60_000)
  await expect(buyer.api.transfer({ walletId: purse.id, requestId: request.id })).rejects.toMatchObject({
    code: 'request_ended',
    details: { status: 'EXPIRED' },
  })
  expect(await options()).toMatchObject({ status: 409, code: 'request_ended' })
  expect(await approve()).toMatchObject({ status: 409, code: 'request_ended' })
  expect((await buyer.api.getTransaction({ id })).transaction).toMatchObject({ waitingFor: 'approval', txHash: null })
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '0' })
})

test.each(['own', 'wallet'] as const)(
  'a payment that is on its way when the time of its request (%s) ends is not late',
  async (address) => {
    const { ledger } = world.chain
    const expiresAt = new Date(world.clock.now() + 60_000).toISOString()
    const request = await ask({ address, expiresAt })
    ledger.automine = false
    const { transaction } = await buyer.api.transfer({ walletId: purse.id, requestId: request.id })
    expect(transaction).toMatchObject({ status: 'PENDING' })
    world.clock.pass(600_000)
    await settle()
    expect(await now(request)).toMatchObject({ status: 'OPEN' })
    // So late that a stranger's payment in this block would be late.
    for (let block = 0; block < 100; block++) ledger.mineEmpty()
    ledger.automine = true
    ledger.mine()
    expect((await buyer.api.getTransaction({ id: transaction.id })).transaction).toMatchObject({ status: 'SETTLED' })
    await settle()
    expect(await now(request)).toMatchObject({ status: 'PAID', received: '5', late: false })
  },
)

test('none is paid by name while an amount that came in is not known: it may be all of it', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 5_000_000n)
  world.chain.faults.decryptionAway = true
  await settle()
  const pay = () => buyer.api.transfer({ walletId: purse.id, requestId: request.id })
  await expect(pay()).rejects.toMatchObject({ code: 'reconciling' })
  world.chain.faults.decryptionAway = false
  await settle()
  await expect(pay()).rejects.toMatchObject({ code: 'request_ended' })
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
})

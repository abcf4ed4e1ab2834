import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import {
  ask,
  buyer,
  has,
  now,
  purse,
  settle,
  setUpEach,
  shop,
  stranger,
  till,
  told,
  world,
} from '../collections/requests-fixture.ts'
import { atomically } from '../db/database.ts'
import { deriveRequest } from '../requests/derive-request.ts'
import { requestsToCollect } from '../requests/store.ts'
import { reconcileAtStart } from '../transactions/rebuilding/keep-reconciling-fixture.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { findWallets } from './keep-finding.ts'
import { deriveCheaply } from './recovery-fixture.ts'
import { backUp } from './requests-backup-fixture.ts'
import { beginSearches } from './searches-store.ts'

setUpEach()
beforeEach(() => deriveCheaply(world))

/** A gateway that was started anew. */
async function findAnew(): Promise<void> {
  Object.assign(world, { memory: createMemory(), singleFlight: createSingleFlight() })
  await findWallets(world)
}

test('a request that is newer than the backup comes back by the money at its address, and is collected', async () => {
  await settle(1)
  const restore = await backUp()
  const unpaid = await ask()
  const lost = await ask({ amount: '7', memo: 'Order 1042' })
  stranger.payHidden(lost.address as Address, 7_000_000n)
  await restore()
  await findAnew()
  await settle()
  const back = await now(lost)
  expect(back).toMatchObject({
    status: 'PAID',
    amount: null,
    received: '7',
    memo: null,
    walletId: till.id,
    url: lost.url,
  })
  expect(back.rebuiltAt).toBeDefined()
  expect(await has()).toEqual(['0', '7'])
  expect(await told()).toEqual(['paid'])
  await expect(shop.api.getRequest({ id: unpaid.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a backup from before the search ended, put in place later, does not end the search', async () => {
  await settle(1)
  const restore = await backUp()
  const lost = await ask({ amount: '7' })
  stranger.payHidden(lost.address as Address, 7_000_000n)
  await settle(1)
  await restore()
  await settle(1)
  stranger.payHidden(till.address, 1_000_000n)
  await settle(1)
  const restoreAgain = await backUp()
  await settle(1)
  await restoreAgain()
  await findAnew()
  await settle()
  expect(await now(lost)).toMatchObject({ status: 'PAID', received: '7' })
  expect(await has()).toEqual(['0', '8'])
})

test('without a wallet to collect into, no request comes back, and none is logged', async () => {
  await settle(1)
  const restore = await backUp()
  const lost = await ask({ amount: '7' })
  stranger.payHidden(lost.address as Address, 7_000_000n)
  await restore()
  await world.db.deleteFrom('wallets').where('accountId', '=', shop.accountId).execute()
  const said: unknown[] = []
  world.log = { ...world.log, warn: (about: unknown) => said.push(about) } as typeof world.log
  await findAnew()
  await expect(now(lost)).rejects.toMatchObject({ code: 'not_found' })
  expect(said).toEqual([])
})

test('one that is paid in STABLE comes back as one for STABLE', async () => {
  await settle(1)
  const restore = await backUp()
  const lost = await ask({ amount: '7', token: 'STABLE' })
  stranger.pay(lost.address as Address, 7_000_000n)
  await restore()
  await findAnew()
  await settle()
  expect(await now(lost)).toMatchObject({ status: 'PAID', token: 'STABLE', received: '7' })
  expect(await has()).toEqual(['7', '0'])
})

test('a look that was under way while it came back does not pass its payment over', async () => {
  await settle(1)
  const restore = await backUp()
  const lost = await ask()
  stranger.payHidden(lost.address as Address, 5_000_000n)
  stranger.payHidden(till.address, 1_000_000n)
  await restore()
  const { number: newest } = await world.chain.head()
  const { block } = world.chain
  let found = false
  // The look knows the wallets by then, and has gone through the block of the payment.
  world.chain.block = async (number) => {
    if (number === newest && !found) {
      found = true
      await findWallets(world)
    }
    return block(number)
  }
  await settle()
  expect(found).toBe(true)
  expect(await now(lost)).toMatchObject({ status: 'PAID', received: '5' })
})

test('what was collected before the restore is not collected again', async () => {
  await settle(1)
  const restore = await backUp()
  const lost = await ask()
  await buyer.api.transfer({ walletId: purse.id, requestId: lost.id })
  await settle()
  expect(await has()).toEqual(['0', '5'])
  const sent = world.chain.ledger.holder(lost.address as Address).nonce
  await restore()
  await findAnew()
  await settle(5)
  expect(await now(lost)).toMatchObject({ status: 'PAID', received: '5' })
  expect(await has()).toEqual(['0', '5'])
  expect(world.chain.ledger.holder(lost.address as Address).nonce).toBe(sent)
})

test('what collected a request of the backup comes back, and nothing is looked for any more', async () => {
  const known = await ask()
  await settle(1)
  const restore = await backUp()
  stranger.payHidden(known.address as Address, 5_000_000n)
  await settle()
  const { transactions } = await now(known)
  expect(transactions).toHaveLength(2)
  await restore()
  await findAnew()
  await settle()
  await reconcileAtStart(world, 'none')
  await settle()
  expect(await now(known)).toMatchObject({ status: 'PAID', received: '5', transactions })
  expect(await requestsToCollect(world.db, world.clock.now() + 86_400_000, 10)).toEqual([])
  expect(await has()).toEqual(['0', '5'])
})

test('after a restore no address is given out again', async () => {
  const restore = await backUp()
  const lost = [await ask(), await ask(), await ask()]
  await restore()
  await findAnew()
  const made = [await ask(), await ask(), await ask()]
  const addresses = new Set([...lost, ...made].map(({ address }) => address))
  expect(addresses.size).toBe(6)
})

test('one that is paid for the first time later is found where it is asked for', async () => {
  const restore = await backUp()
  const lost = await ask()
  await restore()
  await findAnew()
  stranger.payHidden(lost.address as Address, 1_000_000n)
  await settle()
  await atomically(world.db, (trx) => beginSearches(trx, { is: 'asked', accountId: undefined }))
  await findAnew()
  await settle()
  expect(await now(lost)).toMatchObject({ status: 'PAID', received: '1' })
})

test('ID, key and link of a request have nothing in common, and none is that of another', () => {
  const origin = { accountId: shop.accountId, generation: 1, index: 0 }
  const [one, next] = [deriveRequest(world, origin), deriveRequest(world, { ...origin, index: 1 })]
  expect(one.secret).toMatch(/^[\w-]{22}$/)
  expect(one.id).toMatch(/^[a-z][0-9a-z]{23}$/)
  expect(new Set([one.id, next.id, one.secret, next.secret, one.signer.address, next.signer.address]).size).toBe(6)
})

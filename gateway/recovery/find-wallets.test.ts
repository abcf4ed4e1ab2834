import { expect, test } from 'vitest'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { Address } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { takeIndex } from '../requests/indexes-store.ts'
import { createOutsider } from '../testing/outsider.ts'
import { createTester } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { openSigner } from '../wallets/store.ts'
import { findStep } from './find-wallets.ts'
import { countSearches } from './index-searches-store.ts'
import { backUp, findAnew, make, openStage, type Stage, walletAt } from './recovery-fixture.ts'
import { beginSearches } from './searches-store.ts'

const idsOf = async ({ bob }: Stage) => (await bob.api.listWallets({})).wallets.map(({ id }) => id)

function pay({ world }: Stage, address: string): void {
  world.chain.ledger.holder(address as Address).stable += 5n
}

test('two wallets that were made after the backup are back, with IDs and keys, marked and in the log', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const [kept] = await make(stage, 1)
  const restore = await backUp(stage)
  const backedUpAt = new Date(world.clock.now()).toISOString()
  world.clock.pass(60_000)
  const lost = await make(stage, 2)
  const keys = await Promise.all(lost.map(({ id }) => openSigner(world.db, world.keys, id)))
  for (const { address } of lost) pay(stage, address)
  await restore()
  expect(await idsOf(stage)).toEqual([kept?.id])
  await findAnew(stage)

  const { wallets } = await bob.api.listWallets({})
  expect(wallets.map(({ id }) => id).sort()).toEqual([kept, ...lost].map((wallet) => wallet?.id).sort())
  for (const [index, { id, address }] of lost.entries()) {
    const rebuiltAt = new Date(world.clock.now()).toISOString()
    const shown = { id, address, type: 'CUSTODIAL', label: null, isPrimary: false, createdAt: backedUpAt, rebuiltAt }
    expect(wallets.find((wallet) => wallet.id === id)).toEqual(shown)
    expect((await bob.api.getWallet({ id })).wallet).toMatchObject({ id, rebuiltAt })
    expect(await openSigner(world.db, world.keys, id)).toEqual(keys[index])
  }
  expect(wallets.find(({ id }) => id === kept?.id)).not.toHaveProperty('rebuiltAt')
  const events = await world.db.selectFrom('events').selectAll().where('type', '=', 'wallet.rebuilt').execute()
  expect(events.map(({ accountId, subject }) => [accountId, subject])).toEqual(
    lost.map(({ id }) => [bob.accountId, id]),
  )
})

test('a second restore keeps the moment and the block after which an unfinished search looks', async () => {
  const stage = await openStage()
  const { db } = stage.world
  await make(stage, 1)
  const since = () => db.selectFrom('walletIndexes').select(['madeAfter', 'scannedBlock']).execute()
  await look(stage.world)
  await (await backUp(stage))()
  const first = await since()
  createOutsider(stage.world).payHidden(walletAt(stage, 0).signer.address, 1n)
  stage.world.clock.pass(4_000)
  await look(stage.world)
  const blocks = await db.selectFrom('scannedBlocks').selectAll().execute()
  expect(Math.max(...blocks.map(({ blockNumber }) => blockNumber))).toBeGreaterThan(first[0]?.scannedBlock ?? 0)
  await (await backUp(stage))()
  expect(await since()).toEqual(first)
  await findAnew(stage)
  await (await backUp(stage))()
  expect(await since()).not.toEqual(first)
})

test('of twenty that were made ahead the last is found, and those that were never used do not appear', async () => {
  const stage = await openStage()
  const restore = await backUp(stage)
  const lost = await make(stage, 20)
  pay(stage, lost.at(-1)?.address ?? '')
  await restore()
  await findAnew(stage)
  expect(await idsOf(stage)).toEqual([lost.at(-1)?.id])
})

test('twenty that were all used are found', async () => {
  const stage = await openStage()
  const restore = await backUp(stage)
  const lost = await make(stage, 20)
  for (const { address } of lost) pay(stage, address)
  await restore()
  await findAnew(stage)
  expect((await idsOf(stage)).sort()).toEqual(lost.map(({ id }) => id).sort())
})

test('the search goes on to a thousand after the last one found, and no further', async () => {
  const stage = await openStage()
  const restore = await backUp(stage)
  for (const index of [999, 1_999, 3_000]) pay(stage, walletAt(stage, index).signer.address)
  await restore()
  await findAnew(stage)
  expect((await idsOf(stage)).sort()).toEqual([999, 1_999].map((index) => walletAt(stage, index).id).sort())
})

test('a new wallet has an index behind all that were found, and none that a lost one may have had', async () => {
  const stage = await openStage()
  await make(stage, 3)
  const restore = await backUp(stage)
  const lost = await make(stage, 20)
  pay(stage, lost[4]?.address ?? '')
  await restore()
  const [next] = await make(stage, 1)
  expect(await idsOf(stage)).toContain(lost[4]?.id)
  expect(next?.id).toBe(walletAt(stage, 7 + 1 + WALLETS_MAX).id)
  expect(lost.map(({ id }) => id)).not.toContain(next?.id)
})

test('without any that was found, too', async () => {
  const stage = await openStage()
  const restore = await backUp(stage)
  const lost = await make(stage, WALLETS_MAX)
  await restore()
  const [next] = await make(stage, 1)
  expect(lost.map(({ address }) => address)).not.toContain(next?.address)
  expect(next?.id).toBe(walletAt(stage, WALLETS_MAX).id)
})

test('while the chain is away no new wallet is made, and an external one is', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  pay(stage, lost?.address ?? '')
  await restore()
  world.chain.faults.chainAway = true
  await expect(make(stage, 1)).rejects.toMatchObject({ code: 'reconciling' })
  const { wallet } = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
  expect(await idsOf(stage)).toEqual([wallet.id])
  world.chain.faults.chainAway = false
  const [next] = await make(stage, 1)
  expect((await idsOf(stage)).sort()).toEqual([wallet.id, lost?.id, next?.id].sort())
})

test('killed at every piece it goes on where it stood, and finds each once', async () => {
  const stage = await openStage()
  const { world } = stage
  const restore = await backUp(stage)
  const used = [0, 5, 300, 700, 1_200]
  for (const index of used) pay(stage, walletAt(stage, index).signer.address)
  await restore()
  const { inUse } = world.chain
  const asked: Address[] = []
  let kills = 0
  for (let isDone = false; !isDone; ) {
    let pieces = 0
    world.chain.inUse = async (addresses) => {
      // The second piece of every process is its last.
      if (++pieces === 2) throw new ChainUnavailable('killed')
      asked.push(...addresses)
      return inUse(addresses)
    }
    isDone = await findAnew(stage).then(
      () => true,
      () => false,
    )
    if (!isDone) kills++
  }
  expect(kills).toBeGreaterThan(5)
  expect((await idsOf(stage)).sort()).toEqual(used.map((index) => walletAt(stage, index).id).sort())
  expect(new Set(asked).size).toBe(asked.length)
  // Then the first thousand of two ages of requests.
  expect(asked).toHaveLength(1_200 + 1 + 1_000 + 2_000)
})

test('an address that is watched meanwhile becomes the wallet that it was, with its label', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  pay(stage, lost?.address ?? '')
  await restore()
  await bob.api.createWallet({ type: 'external', address: lost?.address ?? '', label: 'seen again' })
  await findAnew(stage)
  const { wallets } = await bob.api.listWallets({})
  expect(wallets).toMatchObject([{ id: lost?.id, type: 'CUSTODIAL', label: 'seen again', isPrimary: true }])
  expect(await openSigner(world.db, world.keys, lost?.id ?? '')).toEqual(walletAt(stage, 0).signer)
})

test('a look that was under way while a wallet was found does not pass over what came in to it', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  await look(world)
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  await restore()
  createOutsider(world).pay(lost?.address as Address, 7_000_000n)
  world.chain.ledger.mineEmpty()
  const { number: newest } = await world.chain.head()
  const { block } = world.chain
  let isFound = false
  // The look has read the list of wallets by then, and gone through the block of the payment.
  world.chain.block = async (number) => {
    if (number === newest && !isFound) {
      isFound = true
      await findAnew(stage)
    }
    return block(number)
  }
  for (let looks = 0; looks < 3; looks++) await look(world)
  expect(isFound).toBe(true)
  const { items } = await bob.api.listTransactions({ direction: 'in' })
  expect(items).toMatchObject([{ type: 'RECEIVE', amount: '7', walletId: lost?.id }])
})

test('nor does a look that began after another wallet was found', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const eve = { world, bob: await createTester(world) }
  for (let looks = 0; looks < 2; looks++) {
    world.chain.ledger.mineEmpty()
    await look(world)
  }
  const restore = await backUp(stage)
  const [before] = await make(stage, 1)
  const [lost] = await make(eve, 1)
  await restore()
  pay(stage, before?.address ?? '')
  createOutsider(world).pay(lost?.address as Address, 7_000_000n)
  world.chain.ledger.mineEmpty()
  await findStep(world, bob.accountId)
  expect(await idsOf(stage)).toEqual([before?.id])
  const { number: newest } = await world.chain.head()
  const { block } = world.chain
  world.chain.block = async (number) => {
    if (number === newest) await findStep(world, eve.bob.accountId)
    return block(number)
  }
  for (let looks = 0; looks < 3; looks++) await look(world)
  const { items } = await eve.bob.api.listTransactions({ direction: 'in' })
  expect(items).toMatchObject([{ type: 'RECEIVE', amount: '7', walletId: lost?.id }])
})

test('what came in to a lost wallet is listed, also where the scan has passed it', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  await look(world)
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  await restore()
  createOutsider(world).pay(lost?.address as Address, 7_000_000n)
  for (let blocks = 0; blocks < 100; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
  await findAnew(stage)
  for (let looks = 0; looks < 3; looks++) await look(world)
  const { items } = await bob.api.listTransactions({ direction: 'in' })
  expect(items).toMatchObject([{ type: 'RECEIVE', amount: '7', walletId: lost?.id }])
})

test('a person has it looked for again: wallets used since are found, and no index is passed over', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  await restore()
  await findAnew(stage)
  expect(await idsOf(stage)).toEqual([])
  pay(stage, lost?.address ?? '')
  await world.db.transaction().execute((trx) => beginSearches(trx, { is: 'asked', accountId: bob.accountId }))
  await findAnew(stage)
  expect(await idsOf(stage)).toEqual([lost?.id])
  expect(await countSearches(world.db, 'walletIndexes')).toEqual({ underway: 0, full: 0, found: 1 })
  expect((await make(stage, 1))[0]?.id).toBe(walletAt(stage, 1 + WALLETS_MAX).id)
})

test('a data folder that was put back without a word shows it by a next wallet that is in use', async () => {
  const stage = await openStage()
  const { world } = stage
  const [kept] = await make(stage, 1)
  const restore = await backUp(stage)
  const lost = await make(stage, 3)
  for (const { address } of lost) pay(stage, address)
  await restore()
  await world.db.updateTable('walletIndexes').set({ nextIndex: 1, searchAt: null }).execute()
  await world.db.deleteFrom('requestIndexes').execute()
  const [next] = await make(stage, 1)
  expect((await idsOf(stage)).sort()).toEqual([kept, ...lost, next].map((wallet) => wallet?.id).sort())
  expect(next?.id).toBe(walletAt(stage, 4 + WALLETS_MAX).id)
  // Nor does a request get an index that one of the lost may have had.
  expect((await takeIndex(world.db, world.keys, stage.bob.accountId)).index).toBe(1_000_000)
})

test('where the chain is away and nothing is looked for, a new wallet is made', async () => {
  const stage = await openStage()
  stage.world.chain.faults.chainAway = true
  expect((await make(stage, 1))[0]?.id).toBe(walletAt(stage, 0).id)
})

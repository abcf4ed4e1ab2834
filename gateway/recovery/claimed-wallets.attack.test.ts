import { expect, test } from 'vitest'
import { WALLETS_MAX } from '#shared/limits.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { createTester } from '../testing/test-world.ts'
import { findStep } from './find-wallets.ts'
import { countSearches } from './index-searches-store.ts'
import { backUp, findAnew, make, openStage, walletAt } from './recovery-fixture.ts'

test('a node that says of every address that it is used brings an account as many wallets as it may have', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  await restore()
  let asked = 0
  world.chain.inUse = async (addresses) => {
    asked += addresses.length
    return [...addresses]
  }
  await findAnew(stage)
  expect((await bob.api.listWallets({})).wallets).toHaveLength(WALLETS_MAX)
  expect(await countSearches(world.db, 'walletIndexes')).toEqual({ underway: 0, full: 1, found: WALLETS_MAX })
  // Of the addresses of requests two thousand come back, too.
  expect(asked).toBeLessThan(1_000 + 2_000)
})

test('however often such an account asks for a new wallet, it brings no more', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  await make(stage, 1)
  world.chain.inUse = async (addresses) => [...addresses]
  for (let times = 0; times < 3; times++) await make(stage, 1).catch(() => {})
  expect((await bob.api.listWallets({})).wallets).toHaveLength(1 + WALLETS_MAX)
})

test('one that shows a used address ever further away is followed a hundred times, not for ever', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  await restore()
  // All but the last five have come back.
  await world.db
    .updateTable('walletIndexes')
    .set({ found: WALLETS_MAX - 5 })
    .execute()
  let asked = 0
  world.chain.inUse = async (addresses) => {
    asked += addresses.length
    // One in every thousand.
    return addresses.filter((_, index) => asked % 1_000 === 0 && index === addresses.length - 1)
  }
  while (!(await findStep(world, bob.accountId)));
  expect((await bob.api.listWallets({})).wallets).toHaveLength(5)
  expect(asked).toBe(5_000)
})

test('while nodes do not agree nothing comes back, and no wallet is made that could be one of the lost', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  await make(stage, 2)
  await restore()
  world.chain.inUse = async () => {
    throw new ChainUnavailable('The nodes do not agree')
  }
  await expect(findAnew(stage)).rejects.toThrow('do not agree')
  await expect(make(stage, 1)).rejects.toMatchObject({ code: 'reconciling' })
  expect((await bob.api.listWallets({})).wallets).toEqual([])
})

test('what a node names that was not asked about makes no wallet', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const restore = await backUp(stage)
  await restore()
  world.chain.inUse = async () => [walletAt(stage, 5_000).signer.address, `0x${'7'.repeat(40)}`]
  await findAnew(stage)
  expect((await bob.api.listWallets({})).wallets).toEqual([])
})

test('a wallet belongs to the account that it was made for, whichever account names its ID', async () => {
  const stage = await openStage()
  const { world, bob } = stage
  const mallory = await createTester(world)
  const [first] = await make(stage, 1)
  const restore = await backUp(stage)
  const [lost] = await make(stage, 1)
  world.chain.ledger.holder(walletAt(stage, 1).signer.address).stable += 5n
  await restore()
  await findAnew(stage)
  expect((await mallory.api.listWallets({})).wallets).toEqual([])
  for (const id of [first?.id, lost?.id, walletAt(stage, 2).id]) {
    const refused = await mallory.ask('GET', `/wallets/${id}`)
    const unknown = await mallory.ask('GET', `/wallets/${world.newId()}`)
    expect([refused.status, await refused.json()]).toMatchObject([404, { error: await errorOf(unknown) }])
  }
  // The same index of another account is another wallet.
  const [theirs] = [(await mallory.api.createWallet({ type: 'custodial' })).wallet]
  expect([first?.id, lost?.id]).not.toContain(theirs.id)
  expect((await bob.api.listWallets({})).wallets.map(({ id }) => id)).not.toContain(theirs.id)
})

async function errorOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error: object }
  return Object.fromEntries(Object.entries(error).filter(([name]) => name === 'code' || name === 'message'))
}

import { expect, test } from 'vitest'
import { boundedQueue } from '../crypto/bounded-queue.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'

test('a payment that waited half a minute for its turn is not made any more', async () => {
  const world = await createTestWorld()
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  const mint = () => api.mint({ walletId: wallet.id, amount: '10' })

  // The first one holds the wallet's turn while the chain takes its time; the second stands behind it.
  const { estimate } = world.chain
  const held = Promise.withResolvers<void>()
  world.chain.estimate = (...call) => held.promise.then(() => estimate(...call))
  const both = Promise.allSettled([mint(), mint()])
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  world.clock.pass(30_001)
  held.resolve()

  const overloaded = { status: 503, code: 'overloaded', headers: { 'retry-after': '1' } }
  expect(await both).toMatchObject([{ reason: overloaded }, { reason: overloaded }])
  expect(world.chain.broadcasts.filter(({ action }) => action.do === 'wrap')).toEqual([])
  expect((await mint()).transaction.status).toBe('SETTLED')
})

test('payments that one balance cannot cover together cost no more encryptions than it covers', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const { api } = tester
  const wallet = await walletWithMoney(tester)
  const { encrypt } = world.chain.confidential
  let encryptions = 0
  world.chain.confidential.encrypt = (user, units) => {
    encryptions += 1
    return encrypt(user, units)
  }
  const pay = () => api.transfer({ walletId: wallet.id, amount: '60', to: `0x${'1'.repeat(40)}` })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, pay))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(encryptions).toBe(1)
})

test('an account encrypts for one of its wallets at a time, another account meanwhile', async () => {
  const world = await createTestWorld()
  const people = [await createTester(world), await createTester(world)]
  const ready = people.flatMap((one) => [1, 2].map(async () => ({ ...(await walletWithMoney(one)), api: one.api })))
  const underway = new Map<string, number>()
  let most = 0
  let mostOfAll = 0
  const { encrypt } = world.chain.confidential
  const owners = new Map<string, string>()
  world.chain.confidential.encrypt = async (user, units) => {
    const owner = owners.get(user) ?? ''
    underway.set(owner, (underway.get(owner) ?? 0) + 1)
    most = Math.max(most, ...underway.values())
    mostOfAll = Math.max(
      mostOfAll,
      [...underway.values()].reduce((a, b) => a + b),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    underway.set(owner, (underway.get(owner) ?? 0) - 1)
    return encrypt(user, units)
  }
  const wallets = await Promise.all(ready)
  for (const [index, { address }] of wallets.entries()) owners.set(address, String(index < 2))
  const pay = ({ api, id }: (typeof wallets)[0]) =>
    api.transfer({ walletId: id, amount: '1', to: `0x${'1'.repeat(40)}` })
  await Promise.all(wallets.map(pay))
  expect([most, mostOfAll]).toEqual([1, 2])
})

test('where more wait for a proof than can be served nothing is recorded, and the same key pays later', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const { id: walletId, address } = await walletWithMoney(tester)
  const { encrypt } = world.chain.confidential
  const inLine = boundedQueue(1, 0)
  world.chain.confidential.encrypt = (user, units) => inLine(() => encrypt(user, units))
  const others = Promise.withResolvers<void>()
  const busy = inLine(() => others.promise)

  const recorded = async () => ({
    rows: (await tester.api.listTransactions({ type: 'TRANSFER' })).items.length,
    claims: (await world.db.selectFrom('idempotencyKeys').select('keyHash').execute()).length,
    legs: (await world.db.selectFrom('legs').select('transactionId').execute()).length,
    nonce: await world.chain.nonce(address),
  })
  const before = await recorded()
  const pay = () =>
    tester.api.transfer({ walletId, amount: '25', to: `0x${'1'.repeat(40)}` }, { idempotencyKey: 'rent-november' })
  await expect(pay()).rejects.toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '1' } })
  expect(await recorded()).toEqual(before)

  others.resolve()
  await busy
  expect((await pay()).transaction.status).toBe('SETTLED')
  expect((await recorded()).rows).toBe(1)
})

test.each(['transfer', 'redeem'] as const)('a %s whose turn to prove comes too late is not proved', async (verb) => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const { encrypt } = world.chain.confidential
  let takes = 0
  let proved = 0
  world.chain.confidential.encrypt = async (user, units, atItsTurn) => {
    atItsTurn?.(takes)
    proved += 1
    return encrypt(user, units)
  }
  const pay = () =>
    verb === 'redeem'
      ? tester.api.redeem({ walletId, amount: '1' })
      : tester.api.transfer({ walletId, amount: '1', to: `0x${'1'.repeat(40)}` })
  takes = 3_600_000
  await expect(pay()).rejects.toMatchObject({ status: 503, code: 'overloaded' })
  expect(proved).toBe(0)
  takes = 10_000
  await pay()
  expect(proved).toBe(1)
})

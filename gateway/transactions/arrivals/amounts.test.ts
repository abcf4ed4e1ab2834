import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ConfidentialUnavailable, NotAllowed } from '../../chain/port.ts'
import { createOutsider, type Outsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { learnArrivals, scanForArrivals } from './look.ts'
import { look } from './look-fixture.ts'

let world: TestWorld
let bob: Tester
let stranger: Outsider

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  bob = await createTester(world)
  stranger = createOutsider(world)
})

async function newWallet() {
  const { id, address } = (await bob.api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

/** As stored: a read asks for what it shows by itself. */
async function waiting(): Promise<string[]> {
  const rows = world.db.selectFrom('transactions').select('walletId').where('waitingFor', '=', 'amount')
  return [...new Set((await rows.execute()).map(({ walletId }) => walletId))]
}

/** From now on the service refuses some wallets. Returns who asks it, with how many handles, in order. */
function refusing(...refused: Address[]): [Address, number][] {
  const { confidential } = world.chain
  const asked: [Address, number][] = []
  const decrypt: typeof confidential.decrypt = async (signer, handles) => {
    asked.push([signer.address, handles.length])
    if (refused.includes(signer.address)) throw new ConfidentialUnavailable('not allowed')
    return confidential.decrypt(signer, handles)
  }
  world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
  return asked
}

test('wallets whose amounts cannot be decrypted keep no others from theirs, however many they are', async () => {
  const bad = [await newWallet(), await newWallet(), await newWallet(), await newWallet(), await newWallet()]
  const good = await newWallet()
  for (const { address } of [...bad, good]) stranger.payHidden(address, 1_000_000n)
  const asked = refusing(...bad.map(({ address }) => address))
  await scanForArrivals(world, 0)
  for (let looks = 0; looks < 2; looks++) await learnArrivals(world, 0)
  expect((await waiting()).sort()).toEqual(bad.map(({ id }) => id).sort())
  // They are tried again by turns.
  asked.length = 0
  for (let looks = 0; looks < 2; looks++) await learnArrivals(world, 0)
  expect(new Set(asked.map(([address]) => address))).toEqual(new Set(bad.map(({ address }) => address)))
  expect(asked).toHaveLength(6)
})

test.each([
  ['one that is not allowed', NotAllowed],
  ['one that gets no answer', ConfidentialUnavailable],
])('a handle that does not open keeps no other amount of its wallet: %s', async (_, Failure) => {
  const { id, address } = await newWallet()
  const bad = new Set<Hex>()
  const { confidential } = world.chain
  const decrypt: typeof confidential.decrypt = async (signer, handles) => {
    if (handles.some((handle) => bad.has(handle))) throw new Failure('one of them')
    return confidential.decrypt(signer, handles)
  }
  world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
  const pay = (count: number) => Array.from({ length: count }, () => stranger.payHidden(address, 1_000_000n).hash)
  const closed = pay(40).filter((_, index) => index % 13 === 0)
  for (const hash of closed) bad.add(world.chain.ledger.mined.get(hash)?.receipt.confidentialMoves[0]?.handle ?? '0x')
  const unknown = async () => {
    const rows = world.db.selectFrom('transactions').select('id').where('waitingFor', '=', 'amount')
    return (await rows.where('walletId', '=', id).execute()).length
  }
  await scanForArrivals(world, 0)
  for (let looks = 0; looks < 40; looks++) await learnArrivals(world, 0)
  expect(await unknown()).toBe(closed.length)
  // What comes in later is learned at once.
  pay(5)
  await look(world)
  expect(await unknown()).toBe(closed.length)
  bad.clear()
  for (let looks = 0; looks < 2; looks++) await learnArrivals(world, 0)
  expect(await unknown()).toBe(0)
})

test('hundreds of handles that do not open keep no later amount of their wallet', async () => {
  const { id, address } = await newWallet()
  const { confidential } = world.chain
  const good = new Set<Hex>()
  const decrypt: typeof confidential.decrypt = async (signer, handles) => {
    if (!handles.every((handle) => good.has(handle))) throw new NotAllowed('one of them')
    return confidential.decrypt(signer, handles)
  }
  world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
  const pay = () => stranger.payHidden(address, 1_000_000n).hash
  for (let count = 0; count < 300; count++) pay()
  await scanForArrivals(world, 0)
  for (let looks = 0; looks < 400; looks++) await learnArrivals(world, 0)
  good.add(world.chain.ledger.mined.get(pay())?.receipt.confidentialMoves[0]?.handle ?? '0x')
  await look(world)
  const known = world.db.selectFrom('transactions').select('id').where('walletId', '=', id)
  expect(await known.where('waitingFor', 'is', null).execute()).toHaveLength(1)
})

test('after an outage what failed is asked for together', async () => {
  const { address } = await newWallet()
  for (let count = 0; count < 32; count++) stranger.payHidden(address, 1_000_000n)
  const refused = [address]
  const { confidential } = world.chain
  const asked: number[] = []
  const decrypt: typeof confidential.decrypt = async (signer, handles) => {
    asked.push(handles.length)
    if (refused.includes(signer.address)) throw new ConfidentialUnavailable('away')
    return confidential.decrypt(signer, handles)
  }
  world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
  await scanForArrivals(world, 0)
  for (let looks = 0; looks < 100; looks++) await learnArrivals(world, 0)
  expect([asked.length, asked.at(-1)]).toEqual([100, 1])
  refused.pop()
  asked.length = 0
  await learnArrivals(world, 0)
  expect(asked).toEqual([1, 2, 4, 8, 16, 1])
  expect(await waiting()).toEqual([])
})

test('a wallet that received much keeps no other from its own', async () => {
  const [flooded, other] = [await newWallet(), await newWallet()]
  for (let count = 0; count < 300; count++) stranger.payHidden(flooded.address, 1_000_000n)
  stranger.payHidden(other.address, 1_000_000n)
  const asked = refusing()
  await look(world)
  expect(asked.at(-1)).toEqual([other.address, 1])
  expect(await waiting()).toEqual([flooded.id])
  await look(world)
  expect(await waiting()).toEqual([])
})

test('a page of amounts that are not known asks for those of each wallet once', async () => {
  const wallets = [await newWallet(), await newWallet()]
  for (let count = 0; count < 50; count++) for (const { address } of wallets) stranger.payHidden(address, 1_000_000n)
  world.chain.faults.decryptionAway = true
  await look(world)
  world.chain.faults.decryptionAway = false
  const { singleFlight } = world
  const learned: string[] = []
  world.singleFlight = {
    ...singleFlight,
    run: (kind, key, work) => {
      if (kind === 'amounts that came in') learned.push(key)
      return singleFlight.run(kind, key, work)
    },
  }
  const { items } = await bob.api.listTransactions({ direction: 'in', pageSize: 100 })
  expect(new Set(items.map(({ amount }) => amount))).toEqual(new Set(['1']))
  expect(learned.sort()).toEqual(wallets.map(({ id }) => id).sort())
})

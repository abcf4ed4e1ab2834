import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createApp } from '../app.ts'
import { openNota, type Receipt } from '../notas/format/open-nota.ts'
import { pinIssuer } from '../notas/issuers-store.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

/**
 * Nobody can guess other people's amounts through verification: neither the answer nor the work for it depends on them.
 * Work is counted, call by call, at the chain, the decryption service and the database.
 */
let world: TestWorld
let work: string[]
let alice: Tester
let mallory: Tester
let till: string
let genuine: Receipt
const forger = newForger()

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_LIMIT_WRITES: '100000',
    SOTTO_LIMIT_READS: '100000',
    SOTTO_RECEIPT_WAIT_MS: '2000',
  })
  work = []
  const counted = { ...world, chain: counting(world.chain), db: world.db.withPlugin(countQueries) }
  const app = createApp(counted as TestWorld)
  alice = await createTester(world, {}, app)
  mallory = await createTester(world, {}, app)
  till = (await alice.api.createWallet({ type: 'custodial' })).wallet.id
  await alice.api.fund({ walletId: till, amount: '100' })
  await alice.api.mint({ walletId: till, amount: '60' })
  const { transaction } = await alice.api.transfer({ walletId: till, amount: '25', to: `0x${'1'.repeat(40)}` })
  genuine = await receiptOf(transaction.id)
  // A key's first use in a minute is written down; not so the next ones.
  await mallory.api.listWallets({})
  // The worst case: an issuer that is trusted here, so that "valid" itself would tell.
  await pinIssuer(world.db, { fingerprint: forger.fingerprint, label: null, createdAt: 0 })
})

async function receiptOf(id: string): Promise<Receipt> {
  const { nota } = await alice.api.getTransactionNota({ id })
  return (await openNota(nota, world.clock.now(), world.chain.wallets)) as Receipt
}

/** Notes every call to the chain and to the decryption service. */
function counting<T extends object>(target: T, path = 'chain'): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver)
      if (name === 'wallets' || name === 'ledger' || name === 'faults' || typeof name === 'symbol') return value
      if (typeof value === 'object' && value !== null) return counting(value, `${path}.${name}`)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        work.push(`${path}.${name}`)
        return value.apply(object, args)
      }
    },
  })
}

const countQueries: KyselyPlugin = {
  transformQuery({ node }) {
    work.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
}

/** What an account is told about a receipt with this guess in it, and the work that it took. */
async function guess(tester: Tester, amount: string, change: object = {}) {
  const content = { ...genuine.content, amount, ...change }
  const nota = forge(forger, headerOf(forger, 'receipt'), content)
  work.length = 0
  const verdict = await tester.api.verifyNota({ nota })
  const told = verdict.checks.map(({ name, result, detail }) => [name, result, detail])
  return { told, valid: verdict.valid, work: [...work] }
}

const unsigned = { walletSignature: undefined, amountSource: 'wallet' }

test('to an account that is no party every guess looks the same, the right one too', async () => {
  for (const change of [{}, unsigned]) {
    const wrong = await guess(mallory, '26', change)
    const right = await guess(mallory, '25', change)
    const onChain = (told: string[][]) => told.filter(([name]) => name !== 'amount_statement')
    expect(onChain(right.told)).toEqual(onChain(wrong.told))
    expect(right.told.at(-1)?.slice(0, 2)).toEqual(['amount_on_chain', 'not_checked'])
    expect(right.work).toEqual(wrong.work)
  }
  const [wrong, right] = [await guess(mallory, '26', unsigned), await guess(mallory, '25', unsigned)]
  expect(right).toEqual(wrong)
})

test('it takes the same work as for the account that is party, and never a decryption', async () => {
  const party = await guess(alice, '25')
  const stranger = await guess(mallory, '25')
  expect(party.told.at(-1)?.slice(0, 2)).toEqual(['amount_on_chain', 'passed'])
  expect(stranger.work).toEqual(party.work)
  expect(stranger.work.filter((each) => each.includes('ecrypt'))).toEqual([])
})

test('it takes the same work whether this gateway knows the amount or not', async () => {
  const known = await guess(mallory, '25')
  await world.db.deleteFrom('plaintexts').execute()
  const unknown = await guess(mallory, '25')
  expect(unknown).toEqual(known)
})

test('the party itself is told, right or wrong', async () => {
  expect((await guess(alice, '25')).told.at(-1)?.[1]).toBe('passed')
  const wrong = await guess(alice, '26', unsigned)
  expect([wrong.told.at(-1)?.[1], wrong.valid]).toEqual(['failed', false])
  await world.db.deleteFrom('plaintexts').execute()
  expect((await guess(alice, '25')).told.at(-1)?.[1]).toBe('passed')
})

test('to watch the address of a party makes nobody a party', async () => {
  await mallory.api.createWallet({ type: 'external', address: genuine.content.from })
  await mallory.api.createWallet({ type: 'external', address: genuine.content.to })
  expect(await guess(mallory, '25', unsigned)).toEqual(await guess(mallory, '26', unsigned))
  expect((await guess(mallory, '25')).told.at(-1)?.[1]).toBe('not_checked')
})

test("to be party to one transfer opens no other one's amount", async () => {
  const own = (await mallory.api.createWallet({ type: 'custodial' })).wallet
  await mallory.api.fund({ walletId: own.id, amount: '10' })
  await mallory.api.mint({ walletId: own.id, amount: '10' })
  const { transaction } = await mallory.api.transfer({ walletId: own.id, amount: '1', to: `0x${'1'.repeat(40)}` })
  const receipt = world.chain.ledger.mined.get(transaction.txHash as Hex)?.receipt
  const [leg] = genuine.content.legs
  const mine = { ...leg, txHash: transaction.txHash, block: receipt?.block, blockHash: receipt?.blockHash }
  const attempts = [
    // Their handle between my addresses, in their transaction and in mine.
    { ...unsigned, from: own.address },
    { ...unsigned, to: own.address },
    { ...unsigned, from: own.address, legs: [mine] },
  ]
  for (const attempt of attempts) {
    const [right, wrong] = [await guess(mallory, '25', attempt), await guess(mallory, '26', attempt)]
    expect(right).toEqual(wrong)
  }
})

test('a key that does not reach the wallet that took part is no party', async () => {
  const other = (await alice.api.createWallet({ type: 'custodial' })).wallet
  const { createApiKey } = await import('../auth/credentials/api-keys.ts')
  const { createClient } = await import('#shared/client.ts')
  const key = { accountId: alice.accountId, label: 'narrow', walletIds: [other.id] }
  const { secret } = await createApiKey(world, key)
  const call = (url: string, init: RequestInit) =>
    Promise.resolve(alice.app.request(url, { ...init, headers: { host: '127.0.0.1', ...init.headers } }))
  const narrow = { ...alice, api: createClient({ origin: 'http://127.0.0.1', apiKey: secret, fetch: call }) }
  expect((await guess(narrow, '25')).told.at(-1)?.[1]).toBe('not_checked')
})

test('the burned amount of a redeem is as closed, until its payout shows it to everybody', async () => {
  world.chain.faults.unpublished = true
  const { transaction } = await alice.api.redeem({ walletId: till, amount: '10' })
  genuine = await receiptOf(transaction.id)
  expect(genuine.content).toMatchObject({ status: 'SETTLING', from: expect.any(String) as Address })
  expect(await guess(mallory, '10', unsigned)).toEqual(await guess(mallory, '11', unsigned))
  expect((await guess(alice, '10')).told.at(-1)?.[1]).toBe('passed')
})

test('the decryption service being away is told to the party alone', async () => {
  await world.db.deleteFrom('plaintexts').execute()
  const before = await guess(mallory, '25', unsigned)
  world.chain.faults.decryptionAway = true
  expect(await guess(mallory, '25', unsigned)).toEqual(before)
  expect((await guess(alice, '25')).told.at(-1)).toEqual([
    'amount_on_chain',
    'not_checked',
    'The amount could not be decrypted now. Try again in a moment.',
  ])
})

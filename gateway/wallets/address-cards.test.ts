import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { openCard } from '../notas/format/open-nota.ts'
import { cardStatement } from '../notas/format/statements.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }

let world: TestWorld
let alice: Tester
/** Another gateway, with keys of its own, on the same chain. */
let elsewhere: TestWorld
let bob: Tester

beforeEach(async () => {
  world = await createTestWorld(roomy)
  elsewhere = { ...(await createTestWorld(roomy)), chain: world.chain }
  alice = await createTester(world)
  bob = await createTester(elsewhere)
})

async function refusal(call: Promise<unknown>): Promise<Refused> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Refused) return outcome
  throw new Error(`expected a refusal, got ${outcome}`)
}

const custodial = async (tester: Tester, label?: string) =>
  (await tester.api.createWallet({ type: 'custodial', ...(label === undefined ? {} : { label }) })).wallet
const cardOf = async (tester: Tester, id: string, label?: 'true' | 'false') =>
  (await tester.api.getWalletNota({ id, ...(label === undefined ? {} : { label }) })).nota
const read = (nota: string) => openCard(nota, world.clock.now(), world.chain.wallets)

test('a card that one gateway exported imports on another, which watches the wallet', async () => {
  const wallet = await custodial(alice, 'Shop')
  const nota = await cardOf(alice, wallet.id, 'true')
  const { wallet: watched } = await bob.api.createWallet({ type: 'external', nota, label: 'Supplier' })
  expect(watched).toMatchObject({ type: 'EXTERNAL', address: wallet.address, label: 'Supplier' })

  await alice.api.fund({ walletId: wallet.id, amount: '10' })
  await alice.api.mint({ walletId: wallet.id, amount: '4' })
  const { balances } = await bob.api.getWallet({ id: watched.id })
  const own = await alice.api.getWallet({ id: wallet.id })
  expect(balances.normal.amount).toBe('6')
  expect(balances.confidential).toMatchObject({ amount: null, encrypted: true })
  expect(balances.confidential.handle).toBe(own.balances.confidential.handle)
  expect(balances.total.amount).toBeNull()
})

test('without a label of its own the imported wallet takes the one on the card, if there is one', async () => {
  const wallet = await custodial(alice, 'Shop')
  const [bare, labelled] = [await cardOf(alice, wallet.id), await cardOf(alice, wallet.id, 'true')]
  expect((await read(bare)).content.label).toBeUndefined()
  expect(await cardOf(alice, wallet.id, 'false')).toBe(bare)
  expect((await bob.api.createWallet({ type: 'external', nota: labelled })).wallet.label).toBe('Shop')
  const third = await createTester(elsewhere)
  expect((await third.api.createWallet({ type: 'external', nota: bare })).wallet.label).toBeNull()
  const fourth = await createTester(elsewhere)
  expect((await fourth.api.createWallet({ type: 'external', nota: labelled, label: null })).wallet.label).toBeNull()
})

test('an external wallet has a card as well, which nobody but its gateway vouches for', async () => {
  const address = world.chain.wallets.create().address
  const { wallet } = await alice.api.createWallet({ type: 'external', address: address.toLowerCase() })
  const nota = await cardOf(alice, wallet.id)
  expect((await read(nota)).content).toMatchObject({ address })
  expect((await read(nota)).content.walletSignature).toBeUndefined()
  expect((await bob.api.createWallet({ type: 'external', nota })).wallet.address).toBe(address)
})

test('an address is registered once, by card or by address, until it is removed', async () => {
  const wallet = await custodial(alice)
  const nota = await cardOf(alice, wallet.id)
  const { wallet: first } = await bob.api.createWallet({ type: 'external', nota })
  for (const again of [{ nota }, { address: wallet.address }]) {
    expect((await refusal(bob.api.createWallet({ type: 'external', ...again }))).code).toBe('wallet_exists')
  }
  expect((await refusal(alice.api.createWallet({ type: 'external', nota }))).code).toBe('wallet_exists')
  await bob.api.deleteWallet({ id: first.id })
  expect((await refusal(bob.api.getWalletNota({ id: first.id }))).code).toBe('not_found')
  const { wallet: second } = await bob.api.createWallet({ type: 'external', nota })
  expect(second).toEqual(first)
  expect((await bob.api.listWallets({})).wallets).toHaveLength(1)
})

test.each([
  ['none is given', {}, 'Landlord'],
  ['another is given', { label: 'Flat' }, 'Flat'],
  ['it is taken away', { label: null }, null],
])('an address that is watched again has the label of before, where %s', async (_, given, label) => {
  const { address } = world.chain.wallets.create()
  const { wallet } = await alice.api.createWallet({ type: 'external', address, label: 'Landlord' })
  await alice.api.deleteWallet({ id: wallet.id })
  expect((await alice.api.createWallet({ type: 'external', address, ...given })).wallet).toEqual({ ...wallet, label })
})

test.each([
  ['neither card nor address', {}],
  ['both', { nota: 'x', address: `0x${'1'.repeat(40)}` }],
  ['a key of its own', { nota: 'x', key: 'y' }],
])('registering with %s is a flaw of the request', async (_, body) => {
  const answer = await bob.ask('POST', '/wallets', { type: 'external', ...body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'validation_error' } })
})

test.each([
  ['mint', '/mint', { amount: '1' }],
  ['a confidential transfer', '/transfer', { amount: '1', to: `0x${'1'.repeat(40)}` }],
  ['a public transfer', '/transfer', { amount: '1', token: 'STABLE', to: `0x${'1'.repeat(40)}` }],
  ['redeem', '/redeem', { amount: '1' }],
])('%s from a watched wallet is refused, and nothing is sent', async (_, path, body) => {
  const nota = await cardOf(alice, (await custodial(alice)).id)
  const { wallet } = await bob.api.createWallet({ type: 'external', nota })
  await bob.api.fund({ walletId: wallet.id, amount: '10' })
  const sent = world.chain.broadcasts.length
  const answer = await bob.ask('POST', path, { walletId: wallet.id, ...body })
  expect(answer.status).toBe(400)
  const flaw = { path: 'walletId', message: 'is an external wallet, which is watch-only' }
  expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [flaw] } })
  expect(world.chain.broadcasts).toHaveLength(sent)
})

test('a transfer goes to a card', async () => {
  const from = await custodial(bob)
  await bob.api.fund({ walletId: from.id, amount: '10' })
  await bob.api.mint({ walletId: from.id, amount: '10' })
  const to = await custodial(alice)
  const nota = await cardOf(alice, to.id)
  const { transaction } = await bob.api.transfer({ walletId: from.id, amount: '3', nota })
  expect(transaction).toMatchObject({ status: 'SETTLED', to: to.address })
  expect((await alice.api.getWallet({ id: to.id })).balances.confidential.amount).toBe('3')
})

test('a transfer names one destination, and not the wallet that pays', async () => {
  const from = await custodial(bob)
  const nota = await cardOf(bob, from.id)
  const itself = await refusal(bob.api.transfer({ walletId: from.id, amount: '3', nota }))
  expect(itself.details).toEqual([{ path: 'nota', message: 'is the sending wallet', reason: 'recipient' }])
  const two = await refusal(bob.api.transfer({ walletId: from.id, amount: '3', nota, to: `0x${'1'.repeat(40)}` }))
  expect(two.code).toBe('validation_error')
})

const forger = newForger()
const now = Date.parse('2026-01-01T00:00:00Z') / 1000
const good = { v: 1, iat: now, chainId: 11155111, network: 'offline', address: `0x${'1'.repeat(40)}` }
const card = (change: object) => forge(forger, headerOf(forger, 'address-card'), { ...good, ...change })

async function liftedSignature(): Promise<string> {
  const { content } = await read(await cardOf(alice, (await custodial(alice)).id))
  return card({ address: content.address, walletSignature: content.walletSignature })
}

async function signedBySomebodyElse(): Promise<string> {
  const address = world.chain.wallets.create().address
  const statement = cardStatement({ ...good, address: address as Address, key: forger.x })
  return card({
    address,
    walletSignature: await world.chain.wallets.signTyped(world.chain.wallets.create(), statement),
  })
}

test.each<[string, () => string | Promise<string>, string]>([
  ['for another chain', () => card({ chainId: 1 }), 'wrong_chain'],
  ['for another network of the same chain ID', () => card({ network: 'sepolia' }), 'wrong_chain'],
  ['with a wallet signature from another card', liftedSignature, 'wallet_signature'],
  ["with somebody else's signature", signedBySomebodyElse, 'wallet_signature'],
  ['that is a receipt', () => forge(forger, headerOf(forger, 'receipt'), good), 'malformed_content'],
  ['that is no nota', () => 'sotto', 'not_a_nota'],
  ['over 16 KiB', () => 'x'.repeat(17_000), 'too_large'],
])('a card %s is refused by name, to watch and to pay', async (_, make, reason) => {
  const from = await custodial(bob)
  const nota = await make()
  for (const call of [
    () => bob.api.createWallet({ type: 'external', nota }),
    () => bob.api.transfer({ walletId: from.id, amount: '1', nota }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'invalid_nota', status: 400, details: { reason } })
  }
})

test('whatever is sent as a nota is refused by name, never a 500', async () => {
  const nota = await cardOf(alice, (await custodial(alice)).id)
  const strings = fc.sample(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(nota.length - 1)), 600)
  for (const each of strings) {
    const text = typeof each === 'string' ? each : nota.slice(0, each) + nota.slice(each + 1)
    for (const [path, body] of [
      ['/wallets', { type: 'external', nota: text }],
      ['/nota/verify', { nota: text }],
    ] as const) {
      const answer = await bob.ask('POST', path, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'invalid_nota' } })
    }
  }
})

test('two cards of one account share no key, no identifier and no time that others lack', async () => {
  const wallets = [await custodial(alice, 'A'), await custodial(alice, 'B')]
  const stranger = await createTester(world)
  wallets.push(await custodial(stranger))
  world.clock.pass(3_723_456)
  const notas = [
    await cardOf(alice, wallets[0]?.id ?? ''),
    await cardOf(alice, wallets[1]?.id ?? ''),
    await cardOf(stranger, wallets[2]?.id ?? ''),
  ]
  const told = notas.map(everythingIn)
  const shared = (a: number, b: number) => [...(told[a] ?? [])].filter((value) => told[b]?.has(value)).sort()
  // What the two cards of one account have in common is what either has in common with a stranger's.
  expect(shared(0, 1)).toEqual(shared(0, 2))
  expect(shared(0, 1)).toEqual(shared(1, 2))
  expect(shared(0, 1)).toEqual(
    ['"EdDSA"', '"Ed25519"', '"OKP"', '"nota+address-card"', '"offline"', '1', '11155111', String(now)].sort(),
  )
})

/** Every value in header and content, however deep, and every one of the signature's bytes taken eight at a time. */
function everythingIn(nota: string): Set<string> {
  const [head = '', body = '', mark = ''] = nota.split('.')
  const values = [head, body].flatMap((part) => leaves(JSON.parse(Buffer.from(part, 'base64url').toString())))
  const bytes = Buffer.from(mark, 'base64url').toString('hex').match(/.{16}/g) ?? []
  return new Set([...values, ...bytes])
}

function leaves(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [JSON.stringify(value)]
}

test('the time on a card is the day, so that cards fetched together are told apart from nothing else of that day', async () => {
  const wallet = await custodial(alice)
  const morning = await cardOf(alice, wallet.id)
  world.clock.pass(20 * 60 * 60_000)
  expect(await cardOf(alice, wallet.id)).toBe(morning)
  world.clock.pass(5 * 60 * 60_000)
  expect((await read(await cardOf(alice, wallet.id))).content.iat - now).toBe(86_400)
})

test("a card of somebody else's wallet, and of none, are the same refusal", async () => {
  const wallet = await custodial(alice)
  const other = await createTester(world)
  const refused = await Promise.all([wallet.id, 'none'].map((id) => refusal(other.api.getWalletNota({ id }))))
  expect(refused.map(({ code, message }) => [code, message])).toEqual(
    Array(2).fill([refused[0]?.code, refused[0]?.message]),
  )
  expect(refused[0]?.code).toBe('not_found')
})

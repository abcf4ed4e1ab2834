import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { type OpenNota, openNota } from '../notas/format/open-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { pinIssuer, unpinIssuer } from '../notas/issuers-store.ts'
import { rotateNotaryKey } from '../notas/notary-key.ts'
import { trustOf } from '../notas/trust.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { signerOf } from '../wallets/own-wallet.ts'

const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }

/** Two gateways with keys of their own on one chain: alice has her account at the first, bob at the second. */
let world: TestWorld
let elsewhere: TestWorld
let alice: Tester
let bob: Tester
let till: string
let shop: string

beforeEach(async () => {
  world = await createTestWorld(roomy)
  elsewhere = { ...(await createTestWorld(roomy)), chain: world.chain, clock: world.clock }
  alice = await createTester(world)
  bob = await createTester(elsewhere)
  till = (await alice.api.createWallet({ type: 'custodial', label: 'Till' })).wallet.id
  shop = (await bob.api.createWallet({ type: 'custodial' })).wallet.id
  await alice.api.fund({ walletId: till, amount: '100' })
  await alice.api.mint({ walletId: till, amount: '60' })
})

async function paid(amount = '25') {
  const { nota } = await bob.api.getWalletNota({ id: shop })
  const { transaction } = await alice.api.transfer({ walletId: till, amount, nota })
  return (await alice.api.getTransactionNota({ id: transaction.id })).nota
}

async function redeemed() {
  const { transaction } = await alice.api.redeem({ walletId: till, amount: '10' })
  world.clock.pass(1_100)
  return (await alice.api.getTransactionNota({ id: transaction.id })).nota
}

const opened = (nota: string): Promise<OpenNota> => openNota(nota, world.clock.now(), world.chain.wallets)
const results = ({ checks }: NotaVerification) => Object.fromEntries(checks.map(({ name, result }) => [name, result]))

test('a receipt verifies at another gateway: of an unknown issuer, then of a trusted one, once that is pinned', async () => {
  const nota = await paid()
  const here = await alice.api.verifyNota({ nota })
  expect(here).toMatchObject({ type: 'receipt', valid: true, issuer: { trust: 'this_gateway' } })
  expect(here.subject).toMatchObject({ type: 'TRANSFER', status: 'SETTLED', amount: '25', amountSource: 'wallet' })

  const there = await bob.api.verifyNota({ nota })
  expect(there).toMatchObject({ valid: false, issuer: { trust: 'unknown', fingerprint: here.issuer.fingerprint } })
  expect(results(there)).toEqual({
    signature: 'passed',
    dates: 'passed',
    amount_statement: 'passed',
    network: 'passed',
    first_leg: 'passed',
    amount_on_chain: 'passed',
  })
  const { fingerprint } = there.issuer
  await pinIssuer(elsewhere.db, { fingerprint, label: 'Alice', createdAt: 0 })
  expect(await bob.api.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'trusted' } })
  expect(await unpinIssuer(elsewhere.db, fingerprint)).toBe(true)
  expect(await bob.api.verifyNota({ nota })).toMatchObject({ valid: false, issuer: { trust: 'unknown' } })
})

test('a redeem is checked leg by leg, and its amount in public, by anyone who asks', async () => {
  const there = await bob.api.verifyNota({ nota: await redeemed() })
  expect(results(there)).toMatchObject({ first_leg: 'passed', payout_leg: 'passed', amount_on_chain: 'passed' })
  expect(there.subject).toMatchObject({ type: 'REDEEM', status: 'SETTLED', amountSource: 'chain' })
})

test('a receipt from between the legs stays true, and tells when the payout was made since', async () => {
  world.chain.faults.unpublished = true
  const { transaction } = await alice.api.redeem({ walletId: till, amount: '10' })
  const { nota } = await alice.api.getTransactionNota({ id: transaction.id })
  const payout = async () => (await alice.api.verifyNota({ nota })).checks.find(({ name }) => name === 'payout_leg')
  expect(await payout()).toMatchObject({ result: 'passed', detail: expect.stringContaining('the chain shows none') })
  world.chain.faults.unpublished = false
  world.clock.pass(1_100)
  await alice.api.getTransaction({ id: transaction.id })
  expect(await payout()).toMatchObject({ result: 'passed', detail: expect.stringContaining('made since') })
})

test('a receipt whose payout a reorganisation removed does not hold, until it is back', async () => {
  const nota = await redeemed()
  world.chain.ledger.rollback(1)
  const gone = await alice.api.verifyNota({ nota })
  expect(gone.valid).toBe(false)
  expect(results(gone)).toMatchObject({ first_leg: 'passed', payout_leg: 'failed' })
})

test('a card is valid by the signature of its wallet, no matter who issued it', async () => {
  const { nota } = await alice.api.getWalletNota({ id: till, label: 'true' })
  const there = await bob.api.verifyNota({ nota })
  expect(there).toMatchObject({ type: 'address-card', valid: true, issuer: { trust: 'unknown' } })
  expect(there.subject).toMatchObject({ label: 'Till', chainId: 11155111, network: 'offline' })
  expect(results(there)).toEqual({
    signature: 'passed',
    dates: 'passed',
    wallet_signature: 'passed',
    network: 'passed',
  })
  expect((await alice.api.verifyNota({ nota })).issuer.trust).toBe('this_gateway')
})

test('a card without one is as good as its issuer', async () => {
  const { address } = world.chain.wallets.create()
  const { wallet } = await alice.api.createWallet({ type: 'external', address })
  const { nota } = await alice.api.getWalletNota({ id: wallet.id })
  expect(await alice.api.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'this_gateway' } })
  const there = await bob.api.verifyNota({ nota })
  expect(there).toMatchObject({ valid: false, issuer: { trust: 'unknown' } })
  expect(results(there)).toMatchObject({ wallet_signature: 'not_checked' })
})

test.each([
  ['as it is', {}],
  ['with another amount', { amount: '2500' }],
  ['without a statement', { walletSignature: undefined }],
  ['with the address of the forger as payee', { to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
  ['as another status', { status: 'FAILED' }],
])('a receipt that a forger signed, %s, is never valid', async (_, change) => {
  const { content } = await opened(await paid())
  const forger = newForger()
  const nota = forge(forger, headerOf(forger, 'receipt'), { ...content, ...change })
  for (const tester of [alice, bob]) {
    expect(await tester.api.verifyNota({ nota })).toMatchObject({ valid: false, issuer: { trust: 'unknown' } })
  }
})

type Content = Extract<OpenNota, { type: 'receipt' }>['content']

/** What the receiver's own key states of the payment, where it is the payer's to say. */
async function statedByPayee(content: Content): Promise<object> {
  const move = { ...content, handle: content.handle as Hex, txHash: content.legs[0]?.txHash as Hex, units: 26_000_000n }
  const walletSignature = await world.chain.wallets.signTyped(await signerOf(elsewhere, shop), amountStatement(move))
  return { amount: '26', walletSignature }
}

test.each<[string, (content: Content) => object | Promise<object>, string]>([
  ['another amount', () => ({ amount: '24' }), 'amount_statement'],
  ['no statement', () => ({ walletSignature: undefined }), 'amount_statement'],
  ['a statement of the payee', statedByPayee, 'amount_statement'],
  ['another hash', ({ legs: [leg] }) => ({ legs: [{ ...leg, txHash: `0x${'1'.repeat(64)}` }] }), 'first_leg'],
  ['another block', ({ legs: [leg] }) => ({ legs: [{ ...leg, block: 1 }] }), 'first_leg'],
  ['another block hash', ({ legs: [leg] }) => ({ legs: [{ ...leg, blockHash: `0x${'1'.repeat(64)}` }] }), 'first_leg'],
  ['another time', ({ legs: [leg] }) => ({ legs: [{ ...leg, time: 1 }] }), 'first_leg'],
  ['another payee', () => ({ to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }), 'first_leg'],
  ['another handle', () => ({ handle: `0x${'1'.repeat(64)}` }), 'first_leg'],
  ['another chain', () => ({ chainId: 1 }), 'network'],
  ['another network', () => ({ network: 'sepolia' }), 'network'],
  ['the other token', () => ({ token: 'STABLE' }), 'network'],
  ['other tokens', () => ({ cstable: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }), 'network'],
])('even of a trusted issuer a receipt with %s does not hold', async (_, change, name) => {
  const { content } = await opened(await paid())
  if (!('legs' in content)) throw new Error('not a receipt')
  const forger = newForger()
  await pinIssuer(world.db, { fingerprint: forger.fingerprint, label: null, createdAt: 0 })
  const nota = forge(forger, headerOf(forger, 'receipt'), { ...content, ...(await change(content)) })
  const verdict = await alice.api.verifyNota({ nota })
  expect(verdict).toMatchObject({ valid: false, issuer: { trust: 'trusted' } })
  expect(results(verdict)).toMatchObject({ [name]: 'failed' })
})

test('a public amount that differs does not hold either', async () => {
  const [mint] = (await alice.api.listTransactions({ type: 'MINT' })).items
  const { content } = await opened((await alice.api.getTransactionNota({ id: mint?.id ?? '' })).nota)
  const forger = newForger()
  await pinIssuer(elsewhere.db, { fingerprint: forger.fingerprint, label: null, createdAt: 0 })
  const verify = (change: object) =>
    bob.api.verifyNota({ nota: forge(forger, headerOf(forger, 'receipt'), { ...content, ...change }) })
  expect(await verify({})).toMatchObject({ valid: true })
  const wrong = await verify({ amount: '61' })
  expect([wrong.valid, results(wrong).amount_on_chain]).toEqual([false, 'failed'])
  // What is mined in public has moved.
  await expect(verify({ status: 'FAILED' })).rejects.toMatchObject({ code: 'invalid_nota' })
})

test('a public payment is no mint, whatever a trusted issuer calls it', async () => {
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const { transaction } = await alice.api.transfer({ walletId: till, token: 'STABLE', amount: '5', to })
  const { content } = await opened((await alice.api.getTransactionNota({ id: transaction.id })).nota)
  if (!('legs' in content)) throw new Error('not a receipt')
  const forger = newForger()
  await pinIssuer(elsewhere.db, { fingerprint: forger.fingerprint, label: null, createdAt: 0 })
  const called = { type: 'MINT', token: 'cSTABLE', to: content.from, legs: [{ ...content.legs[0], kind: 'mint' }] }
  const verdict = await bob.api.verifyNota({
    nota: forge(forger, headerOf(forger, 'receipt'), { ...content, ...called }),
  })
  expect([verdict.valid, results(verdict).first_leg]).toEqual([false, 'failed'])
})

test("nobody's wallet signature makes a receipt valid", async () => {
  const { content } = await opened((await alice.api.getWalletNota({ id: till })).nota)
  const forger = newForger()
  const nota = forge(forger, headerOf(forger, 'address-card'), content)
  const lifted = await alice.api.verifyNota({ nota })
  expect([lifted.valid, results(lifted).wallet_signature]).toEqual([false, 'failed'])
})

test('a card key signs no receipt, and a notary key no card', async () => {
  const receipt = await opened(await paid())
  const card = await opened((await alice.api.getWalletNota({ id: till })).nota)
  const crossed = [
    { ...receipt, fingerprint: card.fingerprint },
    { ...card, fingerprint: receipt.fingerprint },
  ]
  for (const nota of crossed) expect(await trustOf(world.db, nota as OpenNota)).toBe('unknown')
})

test('while the chain is away what needs it is not checked', async () => {
  const nota = await paid()
  world.chain.faults.chainAway = true
  const verdict = await bob.api.verifyNota({ nota })
  expect(results(verdict)).toMatchObject({
    signature: 'passed',
    first_leg: 'not_checked',
    amount_on_chain: 'not_checked',
  })
})

test('a rotated key stays listed, and what it signed stays good; what it would sign later does not', async () => {
  const nota = await paid()
  const jwks = async () => (await alice.app.request('http://127.0.0.1/.well-known/jwks.json', host)).json()
  const before = await jwks()
  expect(before).toEqual({
    keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), use: 'sig', alg: 'EdDSA' }],
  })
  world.clock.pass(1_000)
  const made = await rotateNotaryKey(world)
  const after = (await jwks()) as { keys: { kid: string }[] }
  expect(after.keys.map(({ kid }) => kid)).toEqual([made.fingerprint, (before as typeof after).keys[0]?.kid])
  expect(await alice.api.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'this_gateway' } })
  const { nota: fresh } = await alice.api.getTransactionNota({
    id: (await alice.api.listTransactions({ type: 'MINT' })).items[0]?.id ?? '',
  })
  expect((await opened(fresh)).fingerprint).toBe(made.fingerprint)
  const rows = await world.db.selectFrom('notaryKeys').select(['fingerprint', 'seed']).execute()
  expect(rows.filter(({ seed }) => seed !== null).map(({ fingerprint }) => fingerprint)).toEqual([made.fingerprint])

  const late = await opened(nota)
  const content = { ...late.content, iat: late.content.iat + 3_600 }
  expect(await trustOf(world.db, { ...late, content } as OpenNota)).toBe('unknown')
})

const host = { headers: { host: '127.0.0.1' } }

test('the keys in the set are those that sign, and no private half is among them', async () => {
  const nota = await paid()
  const setOf = async ({ app }: Tester) => {
    const answer = await app.request('http://127.0.0.1/.well-known/jwks.json', host)
    return ((await answer.json()) as { keys: Record<string, string>[] }).keys
  }
  const [mine, theirs] = [await setOf(alice), await setOf(bob)]
  expect(mine.map(({ kid }) => kid)).toEqual([(await opened(nota)).fingerprint])
  expect(theirs).toHaveLength(1)
  expect(theirs[0]?.kid).not.toBe(mine[0]?.kid)
  for (const key of [...mine, ...theirs])
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
})

test('every byte of a sample, flipped on its way to the API, is refused by name', async () => {
  const nota = await paid()
  for (let at = 0; at < nota.length; at += 1) {
    const flipped = nota.slice(0, at) + String.fromCharCode(nota.charCodeAt(at) ^ 1) + nota.slice(at + 1)
    const answer = await bob.ask('POST', '/nota/verify', { nota: flipped })
    expect(answer.status).toBe(400)
  }
})

test('a request that is none is a flaw of the request', async () => {
  for (const body of [{}, { nota: 7 }, { nota: 'x', more: 1 }]) {
    const answer = await bob.ask('POST', '/nota/verify', body)
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'validation_error',
    ])
  }
  const refused = await bob.api.verifyNota({ nota: 'x' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
})

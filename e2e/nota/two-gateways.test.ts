import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { clientOf, type Gateway, makeKey, settled, sotto, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** Two gateways with keys, folders and accounts of their own, on one test-net with the genuine contracts. */
const folder = temporaryFolder()
const folders = { alice: `${folder.path}/alice`, bob: `${folder.path}/bob` }
let testnet: Testnet
let gateways: { alice: Gateway; bob: Gateway }
let alice: Client
let bob: Client
let till: string
let shop: string

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  const start = (dataDir: string) => startGateway({ dataDir, env: testnet.environment() })
  gateways = { alice: await start(folders.alice), bob: await start(folders.bob) }
  alice = clientOf(gateways.alice, await makeKey(folders.alice))
  bob = clientOf(gateways.bob, await makeKey(folders.bob))
  till = (await alice.createWallet({ type: 'custodial', label: 'Till' })).wallet.id
  shop = (await bob.createWallet({ type: 'custodial', label: 'Shop' })).wallet.id
  await alice.fund({ walletId: till, amount: '100' })
  await alice.mint({ walletId: till, amount: '60' })
})

afterAll(async () => {
  await gateways?.alice.stop()
  await gateways?.bob.stop()
  await testnet?.stop()
  folder.remove()
})

const results = ({ checks }: NotaVerification) => Object.fromEntries(checks.map(({ name, result }) => [name, result]))
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error.code : error),
  )

const run = (...args: string[]) => spawnSync(process.execPath, ['dist/bin.mjs', ...args], { encoding: 'utf8' })

/** The command line's exit code and last line. */
function verifyOffline(dataDir: string, nota: string) {
  const file = join(folder.path, 'one.nota')
  writeFileSync(file, `${nota}\n`)
  const { status, stdout } = run('nota', 'verify', file, '--data-dir', dataDir)
  return [status, stdout.trim().split('\n').at(-1)]
}

/** Behind the options, since a fingerprint may begin with a dash. */
function trust(dataDir: string, fingerprint: string) {
  return run('trust', 'add', '--label', 'Alice', '--data-dir', dataDir, '--', fingerprint).status
}

test('a card imports at the other gateway, which sees a handle and no amount', async () => {
  const { nota } = await alice.getWalletNota({ id: till, label: 'true' })
  const { wallet } = await bob.createWallet({ type: 'external', nota })
  expect(wallet).toMatchObject({ type: 'EXTERNAL', label: 'Till' })
  const { balances } = await bob.getWallet({ id: wallet.id })
  const own = await alice.getWallet({ id: till })
  expect(balances.confidential).toMatchObject({ amount: null, handle: own.balances.confidential.handle })
  expect(await refusalOf(bob.redeem({ walletId: wallet.id, amount: '1' }))).toBe('validation_error')
  expect(await refusalOf(bob.createWallet({ type: 'external', nota }))).toBe('wallet_exists')
  await bob.deleteWallet({ id: wallet.id })
  expect((await bob.createWallet({ type: 'external', nota })).wallet.address).toBe(wallet.address)
  expect(verifyOffline(folders.bob, nota)).toEqual([0, 'valid: signed by the wallet itself'])
})

test('a payment to a card: its receipt is of an unknown issuer there, then of a trusted one; the payee compares the amount', async () => {
  const { nota: card } = await bob.getWalletNota({ id: shop })
  const { transaction } = await alice.transfer({ walletId: till, amount: '25', nota: card })
  expect((await settled(alice, transaction.id)).status).toBe('SETTLED')
  const { nota } = await alice.getTransactionNota({ id: transaction.id })

  expect(await alice.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'this_gateway' } })
  const there = await bob.verifyNota({ nota })
  expect(there).toMatchObject({ valid: false, issuer: { trust: 'unknown' }, subject: { amount: '25' } })
  const all = ['signature', 'dates', 'amount_statement', 'network', 'first_leg', 'amount_on_chain']
  expect(results(there)).toEqual(Object.fromEntries(all.map((name) => [name, 'passed'])))
  expect(verifyOffline(folders.bob, nota)[0]).toBe(2)

  // On another way than the file: from the keys that the issuer's own gateway lists.
  const { keys } = (await (await fetch(`${gateways.alice.url}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[]
  }
  expect(keys[0]?.kid).toBe(there.issuer.fingerprint)
  expect(trust(folders.bob, there.issuer.fingerprint)).toBe(0)
  expect(await bob.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'trusted' } })
  expect(verifyOffline(folders.bob, nota)).toEqual([0, 'valid: the issuer is trusted here'])

  sotto(folders.alice, 'nota-key', 'rotate')
  expect(await alice.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'this_gateway' } })
  const { nota: fresh } = await alice.getTransactionNota({ id: transaction.id })
  expect(await bob.verifyNota({ nota: fresh })).toMatchObject({ valid: false, issuer: { trust: 'unknown' } })
})

test('an account that took no part is told everything but whether the amount is right', async () => {
  const { transaction } = await alice.transfer({ walletId: till, amount: '2', to: `0x${'1'.repeat(40)}` })
  await settled(alice, transaction.id)
  const { nota } = await alice.getTransactionNota({ id: transaction.id })
  expect(results(await bob.verifyNota({ nota }))).toMatchObject({ first_leg: 'passed', amount_on_chain: 'not_checked' })
})

test('a redeem: no receipt before its burn, then of the burn, then of both legs; gone with a reorganisation, and back', async () => {
  const { controls } = testnet
  await controls.setAutomine(false)
  const started = alice.redeem({ walletId: till, amount: '10' }, { idempotencyKey: 'redeem' })
  const id = await firstSeen('REDEEM')
  expect(await refusalOf(alice.getTransactionNota({ id }))).toBe('receipt_unavailable')
  await controls.setAutomine(true)
  await started

  // The answer to the redeem comes after its burn; the payout is a later read's doing, if it has not happened yet.
  const between = await alice.getTransactionNota({ id })
  const early = await bob.verifyNota(between)
  expect(early.subject).toMatchObject({ type: 'REDEEM', amount: '10' })
  await settled(alice, id)
  const after = await alice.getTransactionNota({ id })
  const late = await bob.verifyNota(after)
  expect(late.subject).toMatchObject({ status: 'SETTLED', legs: [{ kind: 'burn' }, { kind: 'payout' }] })
  expect(results(late)).toMatchObject({ first_leg: 'passed', payout_leg: 'passed', amount_on_chain: 'passed' })

  await controls.setAutomine(false)
  await controls.rollback(1)
  // A chain that is only shorter may be a node that lags: nothing is said to be gone before another block stands there.
  expect(await refusalOf(alice.getTransactionNota({ id }))).toBe('upstream_unavailable')
  expect(results(await bob.verifyNota(after))).toMatchObject({ first_leg: 'passed', payout_leg: 'failed' })
  expect((await alice.getTransaction({ id })).transaction.status).toBe('SETTLED')

  await controls.setAutomine(true)
  const back = await untilAvailable(id)
  const { subject } = await bob.verifyNota({ nota: back })
  expect(subject).toMatchObject({ status: 'SETTLED', legs: [{ kind: 'burn' }, { kind: 'payout' }] })
})

async function firstSeen(type: 'REDEEM'): Promise<string> {
  for (;;) {
    const [first] = (await alice.listTransactions({ type })).items
    if (first !== undefined) return first.id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function untilAvailable(id: string): Promise<string> {
  const deadline = Date.now() + 240_000
  for (;;) {
    try {
      return (await alice.getTransactionNota({ id })).nota
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

test('the page is in the package, with its script', async () => {
  for (const [path, type] of [
    ['/verify', 'text/html'],
    ['/verify/verify.js', 'text/javascript'],
    ['/verify/style.css', 'text/css'],
  ]) {
    const answer = await fetch(gateways.alice.url + path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toContain(type)
    expect((await answer.text()).length).toBeGreaterThan(500)
  }
})

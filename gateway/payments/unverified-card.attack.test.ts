import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#shared/refusal-codes.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let walletId: string
/** Where the money would go: somebody else's address on a card that anybody can write. */
let attacker: string
let nota: string

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
  attacker = world.chain.wallets.create().address
  const forger = newForger()
  const iat = Math.floor(world.clock.now() / 1000)
  const content = { v: 1, iat, address: attacker, chainId: 11155111, network: 'offline', label: 'Landlord' }
  nota = forge(forger, headerOf(forger, 'address-card'), content)
})

async function reason(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown)
  return error instanceof Refused ? [error.code, (error.details as { reason?: string })?.reason] : error
}

const arrived = () => world.chain.ledger.confidentialOf(attacker as `0x${string}`)

test('a card that anybody can write is not paid to', async () => {
  expect(await tester.api.verifyNota({ nota })).toMatchObject({ valid: false, issuer: { trust: 'unknown' } })
  expect(await reason(tester.api.transfer({ walletId, amount: '5', nota }))).toEqual(['invalid_nota', 'unverified'])
  expect(arrived()).toBe(0n)
})

test('unless the caller says so', async () => {
  await tester.api.transfer({ walletId, amount: '5', nota, acceptUnverified: true })
  expect(arrived()).toBe(5_000_000n)
})

test('or has its address as a wallet: an import says what the card is worth', async () => {
  const made = await tester.api.createWallet({ type: 'external', nota })
  expect(made.nota).toEqual({ trust: 'unknown', valid: false })
  await tester.api.transfer({ walletId, amount: '5', nota })
  expect(arrived()).toBe(5_000_000n)
})

test('a card of this gateway, or one that the wallet itself signed, is paid to as before', async () => {
  const other = await createTester(world, {}, tester.app)
  const { wallet } = await other.api.createWallet({ type: 'custodial' })
  const card = (await other.api.getWalletNota({ id: wallet.id })).nota
  expect((await tester.api.createWallet({ type: 'external', nota: card })).nota).toMatchObject({ valid: true })
  await tester.api.transfer({ walletId, amount: '5', nota: card })
  expect(world.chain.ledger.confidentialOf(wallet.address as `0x${string}`)).toBe(5_000_000n)
})

test('what is altered on its way stays refused, whatever the caller says', async () => {
  const broken = `${nota.slice(0, -4)}AAAA`
  const call = tester.api.transfer({ walletId, amount: '5', nota: broken, acceptUnverified: true })
  expect(await reason(call)).toEqual(['invalid_nota', 'broken_signature'])
})

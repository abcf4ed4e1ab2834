import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Source } from '../config/config.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { derive } from './derive.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`
const ONE = 1_000_000n

let world: TestWorld
let tester: Tester
let till: { id: string; address: Address }
/** Handles that the KMS was asked for, request by request. */
let asked: Hex[][]

async function begin(settings: Source = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  asked = []
  const { decrypt } = world.chain.confidential
  world.chain.confidential.decrypt = (signer, handles) => {
    asked.push(handles)
    return decrypt(signer, handles)
  }
  tester = await createTester(world)
  till = await walletWithMoney(tester)
}

beforeEach(() => begin())

async function newWallet(): Promise<{ id: string; address: Address }> {
  const { id, address } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  world.chain.ledger.holder(address as Address).wei = 10n ** 18n
  return { id, address: address as Address }
}
const pay = async (from: { id: string }, amount: string, to: { id: string } | Address) =>
  (
    await tester.api.transfer({
      walletId: from.id,
      amount,
      ...(typeof to === 'string' ? { to } : { toWalletId: to.id }),
    })
  ).transaction
const read = async (id: string) => {
  world.clock.pass(1_100)
  return (await tester.api.getTransaction({ id })).transaction
}
async function amounts(): Promise<Record<string, string | null>> {
  const { balances } = await tester.api.getBalances({})
  return Object.fromEntries(balances.map(({ wallet, confidential }) => [wallet.id, confidential.amount]))
}
const origins = async () => {
  const rows = await world.db.selectFrom('plaintexts').select('origin').execute()
  return [...new Set(rows.map(({ origin }) => origin))].sort()
}
/** Somebody whose wallet is not of this gateway pays in. */
function payIn(to: Address, units: bigint): void {
  const { ledger } = world.chain
  const from: Address = `0x${'9'.repeat(40)}`
  ledger.holder(from).handle = ledger.ciphertexts.encrypt(1_000n * ONE)
  const { nonce } = ledger.holder(from)
  const action = { do: 'hidden', to, handle: ledger.ciphertexts.encrypt(units) } as const
  ledger.take({ hash: `0x${nonce.toString(16).padStart(64, '9')}`, sender: from, nonce, action, cost: 0n })
}

describe('what this gateway encrypted, minted and moved itself', () => {
  test('is known on both sides without one decryption', async () => {
    const shop = await newWallet()
    expect((await pay(till, '25', shop)).status).toBe('SETTLED')
    expect((await pay(shop, '5', till)).status).toBe('SETTLED')
    expect((await pay(till, '40', elsewhere)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '0', [shop.id]: '20' })
    expect(asked).toEqual([])
    expect(await origins()).toEqual(['derived', 'own'])
  })

  test('and while the relayer is stopped as well', async () => {
    world.chain.faults.decryptionAway = true
    world.chain.confidential.encrypt = async (_, units) => ({
      handle: world.chain.ledger.ciphertexts.encrypt(units),
      proof: '0x00',
    })
    const shop = await newWallet()
    expect((await pay(till, '25', shop)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '35', [shop.id]: '25' })
    await expect(pay(till, '36', shop)).rejects.toMatchObject({
      details: [{ path: 'amount', message: expect.stringContaining('35') }],
    })
  })

  test('a redeem burns it, and only the payout is decrypted, in public', async () => {
    const { transaction } = await tester.api.redeem({ walletId: till.id, amount: '10' })
    expect((await read(transaction.id)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '50' })
    expect(asked).toEqual([])
  })

  test('less than was asked is known as well: it moved nothing', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay(till, '50', elsewhere)
    // Another holder of the wallet's key was faster.
    world.chain.ledger.holder(till.address).handle = world.chain.ledger.ciphertexts.encrypt(1n)
    const handle = world.chain.ledger.holder(till.address).handle
    await world.chain.confidential.decrypt(world.chain.operator, [handle])
    world.chain.ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('moved 0') })
  })
})

describe('what somebody else paid in', () => {
  test('is decrypted once, and derivation goes on from there', async () => {
    payIn(till.address, 7n * ONE)
    expect(await amounts()).toEqual({ [till.id]: '67' })
    expect(asked).toHaveLength(1)
    expect((await pay(till, '66', elsewhere)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '1' })
    expect(asked).toHaveLength(1)
  })

  test('just before a payment of ours is mined, it is decrypted after it', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay(till, '60', elsewhere)
    const [ours] = world.chain.ledger.pending.splice(0)
    world.chain.ledger.automine = true
    payIn(till.address, 7n * ONE)
    if (ours !== undefined) world.chain.ledger.take(ours)
    expect((await read(id)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '7' })
  })
})

describe('receipts that are seen in another order than they were mined', () => {
  test('give the same: what lacks an operand waits for it', async () => {
    const shop = await newWallet()
    world.chain.ledger.automine = false
    const first = await pay(till, '20', shop)
    const second = await pay(till, '30', shop)
    const third = await pay(till, '10', shop)
    world.chain.ledger.mine()
    // No look at the newest blocks, only the receipts.
    world.chain.computationsLeadingTo = async () => []
    for (const { id } of [third, second, first]) await read(id)
    expect(await amounts()).toEqual({ [till.id]: '0', [shop.id]: '60' })
    for (const { id } of [third, second, first]) expect((await read(id)).status).toBe('SETTLED')
    expect(asked.flat()).not.toContain(world.chain.ledger.holder(shop.address).handle)
  })

  test('a payment that was mined and that nobody has looked at is found in the newest blocks', async () => {
    const shop = await newWallet()
    world.chain.ledger.automine = false
    await pay(till, '20', shop)
    world.chain.ledger.mine()
    expect(await amounts()).toEqual({ [till.id]: '40', [shop.id]: '20' })
    expect(asked).toEqual([])
  })
})

describe('falling back to decryption', () => {
  test('plaintexts that were lost', async () => {
    const shop = await newWallet()
    await pay(till, '25', shop)
    await world.db.deleteFrom('plaintexts').execute()
    world.chain.computationsLeadingTo = async () => []
    expect(await amounts()).toEqual({ [till.id]: '35', [shop.id]: '25' })
    expect(asked).toHaveLength(2)
    expect((await pay(till, '35', shop)).status).toBe('SETTLED')
    expect(await amounts()).toEqual({ [till.id]: '0', [shop.id]: '60' })
    expect(asked).toHaveLength(2)
  })

  test('SOTTO_AMOUNTS=decrypted asks the KMS every time, and keeps nothing else', async () => {
    await begin({ SOTTO_AMOUNTS: 'decrypted' })
    const { status } = await pay(till, '25', elsewhere)
    expect([status, await amounts()]).toEqual(['SETTLED', { [till.id]: '35' }])
    // The cover, what moved, the balance.
    expect(asked).toHaveLength(3)
    expect(await origins()).toEqual(['decrypted'])
  })

  test('nor does it believe what was derived before it was set', async () => {
    await pay(till, '25', elsewhere)
    world.config = { ...world.config, SOTTO_AMOUNTS: 'decrypted' }
    expect(await amounts()).toEqual({ [till.id]: '35' })
    expect(asked).toEqual([[world.chain.ledger.holder(till.address).handle]])
  })
})

test('a reorganisation that mines the same bytes after another payment derives what they then moved', async () => {
  const shop = await newWallet()
  const done = await pay(till, '60', shop)
  const [sent] = world.chain.broadcasts.filter(({ hash }) => hash === done.txHash)
  world.chain.ledger.rollback(1)
  // A burn of the same wallet's that somebody else had signed comes first.
  world.chain.ledger.holder(till.address).handle = world.chain.ledger.ciphertexts.encrypt(59n * ONE)
  if (sent !== undefined) world.chain.ledger.take(sent)
  const handle = world.chain.ledger.mined.get(sent?.hash ?? '0x')?.receipt.confidentialMoves[0]?.handle ?? '0x'
  expect(world.chain.ledger.clear.get(handle)).toBe(0n)
  expect(await read(done.id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  expect(await amounts()).toEqual({ [till.id]: '59', [shop.id]: '0' })
})

test('deriving the same twice changes nothing', async () => {
  await pay(till, '25', elsewhere)
  const rows = () => world.db.selectFrom('plaintexts').selectAll().orderBy('handle').execute()
  const before = await rows()
  for (const { receipt } of world.chain.ledger.mined.values()) await derive(world, till.id, receipt.computations)
  expect(await rows()).toEqual(before)
})

import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { createOutsider, type Outsider } from '../../testing/outsider.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { wrongTotals } from '../totals-store.ts'
import { isIncome } from './income.ts'
import { learnArrivals, look, scanForArrivals } from './look.ts'
import { goBack } from './position-store.ts'
import { scanStep } from './scan.ts'

let world: TestWorld
let bob: Tester
let purse: { id: string; address: Address }
let stranger: Outsider

async function begin(settings = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000', ...settings })
  bob = await createTester(world)
  purse = await newWallet()
  stranger = createOutsider(world)
}

beforeEach(() => begin())

async function newWallet({ api }: Tester = bob) {
  const { id, address } = (await api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

const ledger = () => world.chain.ledger
const received = async ({ api }: Tester = bob) => {
  const { items, total } = await api.listTransactions({ direction: 'in', pageSize: 100 })
  expect(total).toBe(items.length)
  return items
}
const amounts = async (tester?: Tester) =>
  (await received(tester)).map(({ amount, token }) => `${amount} ${token}`).sort()

/** How often the chain is asked what, while something is done. */
async function counting(work: () => Promise<unknown>) {
  const calls: Record<string, number> = {}
  const { chain } = world
  world.chain = new Proxy(chain, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        calls[String(name)] = (calls[String(name)] ?? 0) + 1
        return value.apply(target, args)
      }
    },
  })
  await work().finally(() => {
    world.chain = chain
  })
  return calls
}

describe('from outside', () => {
  test('both tokens are found, with sender and amount, each once however often it is looked for', async () => {
    const open = stranger.pay(purse.address, 5_000_000n)
    const secret = stranger.payHidden(purse.address, 7_500_000n)
    for (let times = 0; times < 3; times++) await look(world)
    const rows = await received()
    expect(
      rows.map(({ txHash, from, amount, token, waitingFor }) => [txHash, from, amount, token, waitingFor]),
    ).toEqual([
      [secret.hash, stranger.address, '7.5', 'cSTABLE', null],
      [open.hash, stranger.address, '5', 'STABLE', null],
    ])
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('a read of what came in looks by itself, at most once in a few seconds for all accounts together', async () => {
    await look(world)
    world.clock.pass(3_100)
    // Patience that does not move the clock.
    world.clock.sleep = () => new Promise((resolve) => setTimeout(resolve, 1_000))
    const other = await createTester(world, {}, bob.app)
    stranger.pay(purse.address, 5_000_000n)
    const first = await counting(async () => {
      expect(await amounts()).toEqual(['5 STABLE'])
      stranger.pay(purse.address, 6_000_000n)
      await received(other)
      await bob.api.listTransactions({ direction: 'all' })
      expect(await amounts()).toEqual(['5 STABLE'])
    })
    expect(first.head).toBe(1)
    world.clock.pass(3_000)
    expect(await amounts()).toEqual(['5 STABLE', '6 STABLE'])
    const out = await counting(() => bob.api.listTransactions({}))
    expect(out).toEqual({})
  })

  test('an amount that is not known yet is waited for, and is null until then', async () => {
    world.chain.faults.decryptionAway = true
    stranger.payHidden(purse.address, 7_500_000n)
    await look(world)
    const [row] = await received()
    expect(row).toMatchObject({ type: 'RECEIVE', status: 'SETTLED', amount: null, waitingFor: 'amount' })
    world.chain.faults.decryptionAway = false
    world.clock.pass(1_100)
    const { transaction } = await bob.api.getTransaction({ id: row?.id ?? '' })
    expect(transaction).toMatchObject({ id: row?.id, amount: '7.5', waitingFor: null })
  })

  test('a hundred amounts are decrypted in requests of 32', async () => {
    for (let count = 0; count < 100; count++) stranger.payHidden(purse.address, 1_000_000n)
    const { confidential } = world.chain
    const asked: number[] = []
    world.chain = {
      ...world.chain,
      confidential: {
        ...confidential,
        decrypt: (signer, handles) => {
          asked.push(handles.length)
          return confidential.decrypt(signer, handles)
        },
      },
    }
    for (let looks = 0; looks < 4; looks++) await look(world)
    expect(asked).toEqual([32, 32, 32, 4])
    expect(new Set(await amounts())).toEqual(new Set(['1 cSTABLE']))
  })

  test('nothing waits for a decryption that takes long', async () => {
    const { confidential } = world.chain
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const decrypt: typeof confidential.decrypt = async (signer, handles) => {
      await answered
      return confidential.decrypt(signer, handles)
    }
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    stranger.payHidden(purse.address, 1_000_000n)
    await scanForArrivals(world, 0)
    const learning = learnArrivals(world, 0)
    stranger.pay(purse.address, 2_000_000n)
    await scanForArrivals(world, 0)
    const stored = world.db
      .selectFrom('transactions')
      .select('token')
      .where('type', '=', 'RECEIVE')
      .orderBy('createdAt')
    expect(await stored.execute()).toEqual([{ token: 'cSTABLE' }, { token: 'STABLE' }])
    answer()
    await learning
    expect(await amounts()).toEqual(['1 cSTABLE', '2 STABLE'])
  })

  test('a list waits for no decryption, whoever is paid: how long it takes tells nothing of others', async () => {
    const { confidential } = world.chain
    const decrypt = () => new Promise<never>(() => undefined)
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    // Nor does patience end here: what is waited for comes, or the test does not end.
    world.clock = { ...world.clock, sleep: () => new Promise(() => undefined) }
    stranger.payHidden(purse.address, 1_000_000n)
    const eve = await createTester(world, {}, bob.app)
    expect(await received(eve)).toEqual([])
  })

  test('a wallet whose amounts cannot be decrypted keeps no other from its own', async () => {
    const other = await newWallet()
    world.chain.faults.decryptionAway = true
    for (const { address } of [purse, other]) {
      stranger.payHidden(address, 1_000_000n)
      await look(world)
      world.clock.pass(60_000)
    }
    world.chain.faults.decryptionAway = false
    const { confidential } = world.chain
    const decrypt: typeof confidential.decrypt = async (signer, handles) => {
      if (signer.address === purse.address) throw new ConfidentialUnavailable('not allowed')
      return confidential.decrypt(signer, handles)
    }
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    await look(world)
    // As stored: a read asks for what it shows by itself.
    const waiting = world.db.selectFrom('transactions').select('walletId').where('waitingFor', '=', 'amount')
    expect(await waiting.execute()).toEqual([{ walletId: purse.id }])
  })

  test('what proves to be nothing is no row', async () => {
    const poor = createOutsider(world)
    ledger().holder(poor.address).handle = `0x${'0'.repeat(64)}`
    poor.payHidden(purse.address, 5_000_000n)
    stranger.pay(purse.address, 0n)
    world.chain.faults.decryptionAway = true
    await look(world)
    expect(await received()).toMatchObject([{ amount: null }])
    world.chain.faults.decryptionAway = false
    await look(world)
    expect(await received()).toEqual([])
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('nothing of it is in the list of anybody else', async () => {
    const carol = await createTester(world, {}, bob.app)
    await newWallet(carol)
    stranger.pay(purse.address, 5_000_000n)
    stranger.pay(`0x${'3'.repeat(40)}`, 5_000_000n)
    await look(world)
    expect(await received(carol)).toEqual([])
    expect(await amounts()).toEqual(['5 STABLE'])
  })

  test('a watched wallet shows who paid, and of confidential money no amount, for which nobody waits', async () => {
    const { wallet } = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
    stranger.pay(wallet.address as Address, 1_000_000n)
    stranger.payHidden(wallet.address as Address, 2_000_000n)
    await look(world)
    expect((await received()).map(({ amount, waitingFor }) => [amount, waitingFor])).toEqual([
      [null, null],
      ['1', null],
    ])
  })

  test('one transaction that pays a wallet several times makes as many rows', async () => {
    const { mined } = ledger()
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    const receipt = mined.get(hash)?.receipt
    receipt?.publicMoves.push({ from: stranger.address, to: purse.address, units: 1_000_000n })
    for (let times = 0; times < 2; times++) await look(world)
    expect(await amounts()).toEqual(['1 STABLE', '1 STABLE'])
  })
})

describe('what is no income', () => {
  const [us, them, nobody] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'0'.repeat(40)}`] as const
  const token: Address = `0x${'c'.repeat(40)}`
  const operator: Address = `0x${'d'.repeat(40)}`
  const at = { hash: '0x1', block: 1, blockHash: '0x2', position: 0 } as const

  test.each([
    ['from somebody', { from: them, to: us, units: 1n }, true],
    ['from somebody, behind a handle', { from: them, to: us, handle: '0x3' }, true],
    ['minted or wrapped', { from: nobody, to: us, units: 1n }, false],
    ['paid out by the token', { from: token, to: us, units: 1n }, false],
    ['paid out by the operator', { from: operator, to: us, units: 1n }, false],
    ['to the operator, as a redeem through the float does', { from: them, to: operator, handle: '0x3' }, false],
    ['to oneself', { from: us, to: us, units: 1n }, false],
    ['of nothing, which anybody may write', { from: them, to: us, units: 0n }, false],
  ] as const)('%s', (_, move, expected) => {
    expect(isIncome({ ...at, ...move }, { ownContracts: [token], operator })).toBe(expected)
  })

  test.each(['backed', 'float'])('nothing of one’s own business, redeeming %s', async (mode) => {
    await begin({ SOTTO_REDEEM_MODE: mode, SOTTO_RECEIPT_WAIT_MS: '2000' })
    if (world.chain.operator) ledger().holder(world.chain.operator.address).stable = 10n ** 12n
    const till = await walletWithMoney(bob)
    await bob.api.redeem({ walletId: till.id, amount: '5' })
    world.clock.pass(2_000)
    await bob.api.listTransactions({})
    expect((await bob.api.listTransactions({ type: 'REDEEM' })).items[0]?.status).toBe('SETTLED')
    await look(world)
    expect(await received()).toEqual([])
  })

  test('a payment of our own is one row, whether its settling or the scan sees it first', async () => {
    await begin({ SOTTO_RECEIPT_WAIT_MS: '0' })
    const alice = await createTester(world, {}, bob.app)
    const till = await walletWithMoney(alice)
    world.clock.pass(2_000)
    await alice.api.listTransactions({})
    for (const first of ['scan', 'settle']) {
      const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '1', to: purse.address })
      if (first === 'scan') await look(world)
      world.clock.pass(2_000)
      await alice.api.getTransaction({ id: transaction.id })
      await look(world)
    }
    expect(await amounts()).toEqual(['1 cSTABLE', '1 cSTABLE'])
    const told = await world.db.selectFrom('outbox').selectAll().where('accountId', '=', bob.accountId).execute()
    expect(told.filter(({ kind }) => kind === 'removed')).toEqual([])
  })
})

describe('the cost of a look', () => {
  test('is three questions where a block came, one where none did', async () => {
    await look(world)
    expect(await counting(() => look(world))).toEqual({ head: 1 })
    stranger.pay(purse.address, 1_000_000n)
    expect(await counting(() => look(world))).toEqual({ head: 1, block: 1, movesIn: 1 })
    ledger().mineEmpty()
    expect(await counting(() => look(world))).toEqual({ head: 1, block: 1 })
  })

  test('of what is long past grows with runs of blocks, not with blocks', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 1_000; blocks++) ledger().mineEmpty()
    const calls = await counting(() => look(world))
    expect(calls.movesTo).toBe(1)
    expect(calls.block).toBeLessThanOrEqual(3 + 32)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('a run that a node refuses is asked for in smaller ones', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 1_000; blocks++) ledger().mineEmpty()
    const { movesTo } = world.chain
    world.chain.movesTo = async (to, from, end) => {
      if (end - from + 1 > 100) world.chain.faults.chainAway = true
      return movesTo(to, from, end).finally(() => {
        world.chain.faults.chainAway = false
      })
    }
    for (let looks = 0; looks < 10; looks++) await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })
})

describe('reorganisations', () => {
  test('take rows and totals with them, and what is mined again is the same row', async () => {
    await look(world)
    const sent = stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const [before] = await received()
    ledger().rollback(1)
    for (let blocks = 0; blocks < 2; blocks++) ledger().mineEmpty()
    await look(world)
    await look(world)
    expect(await received()).toEqual([])
    expect(await wrongTotals(world.db)).toEqual([])
    ledger().take(sent)
    await look(world)
    const [after] = await received()
    expect(after).toMatchObject({ id: before?.id, txHash: sent.hash, amount: '1' })
    expect(after?.createdAt).not.toBe(before?.createdAt)
  })

  test('a chain that is merely shorter for a moment takes nothing', async () => {
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const { head } = world.chain
    world.chain.head = async () => ({ ...(await head()), number: (await head()).number - 1 })
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('nor one of a node that is synchronised anew, and has lost what it had', async () => {
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const { head, block } = world.chain
    world.chain.head = async () => ({ ...(await head()), number: 0 })
    world.chain.block = async (number) => (number > 0 ? undefined : block(number))
    for (let looks = 0; looks < 3; looks++) await look(world)
    const stored = world.db.selectFrom('transactions').select('status').where('type', '=', 'RECEIVE')
    expect(await stored.execute()).toEqual([{ status: 'SETTLED' }])
    Object.assign(world.chain, { head, block })
    stranger.pay(purse.address, 2_000_000n)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE', '2 STABLE'])
  })

  test('a look that another gateway has overtaken writes nothing', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    const { step } = world
    world.step = () => {
      world.step = step
      void goBack(world.db, -1)
    }
    expect(await scanStep(world)).toBe('more')
    expect(await world.db.selectFrom('transactions').select('id').where('type', '=', 'RECEIVE').execute()).toEqual([])
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('what was written down of a run that the chain gave up goes with it', async () => {
    await look(world)
    const sent = stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 100; blocks++) ledger().mineEmpty()
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
    ledger().rollback(101)
    for (let blocks = 0; blocks < 150; blocks++) ledger().mineEmpty()
    for (let looks = 0; looks < 3; looks++) await look(world)
    expect(await received()).toEqual([])
    ledger().take(sent)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('confirmations are waited for', async () => {
    await begin({ SOTTO_CONFIRMATIONS: '3' })
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 2; blocks++) {
      await look(world)
      expect(await received()).toEqual([])
      ledger().mineEmpty()
    }
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })
})

describe('a node that lies', () => {
  test('is not believed about what came in where another one has to agree', async () => {
    await look(world)
    world.chain.faults.confirming = true
    world.chain.faults.lie = (_, truth) =>
      truth && { ...truth, publicMoves: [{ from: stranger.address, to: purse.address, units: 9_000_000n }] }
    stranger.pay(`0x${'3'.repeat(40)}`, 1_000_000n)
    await look(world)
    expect(await received()).toEqual([])
    delete world.chain.faults.lie
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('that lacks a block for a while only delays what is in it', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    world.chain.faults.chainAway = true
    await look(world)
    expect(await received()).toEqual([])
    world.chain.faults.chainAway = false
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })
})

test('on a live network the first look begins when this gateway did, and leaves out what came in before', async () => {
  await begin({ SOTTO_NETWORK: 'sepolia', SOTTO_CONFIRMATIONS: '1' })
  stranger.pay(purse.address, 1_000_000n)
  for (let blocks = 0; blocks < 2_000; blocks++) ledger().mineEmpty()
  const at = ledger().timeOf(ledger().block) * 1000 + 2 * 60 * 60_000
  await world.db
    .updateTable('scanBegins')
    .set({ at: at - 60 * 60_000 })
    .execute()
  stranger.pay(purse.address, 2_000_000n)
  const calls = await counting(() => look(world))
  expect(calls.block).toBeLessThan(60)
  for (let looks = 0; looks < 4; looks++) await look(world)
  expect(await amounts()).toEqual(['2 STABLE'])
})

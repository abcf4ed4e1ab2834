import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Source } from '../config/config.ts'
import { onPostgres } from '../testing/postgres/databases.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { round } from './worker.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`
const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

async function begin(settings: Source = {}) {
  world = await createTestWorld({ ...roomy, ...settings })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

beforeEach(() => begin())

const read = async (id: string, passMs = 1_100) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}
const pay = async (amount = '25') =>
  (await tester.api.transfer({ walletId: wallet.id, amount, to: elsewhere })).transaction
const arrived = () => world.chain.ledger.confidentialOf(elsewhere)
const hashesOf = (action: string) =>
  new Set(world.chain.broadcasts.filter((sent) => sent.action.do === action).map((sent) => sent.hash))

async function code(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Refusal ? error.code : `no refusal: ${error}`
}

describe('what is stuck', () => {
  test('is replaced with higher fees at the same nonce, and pays once', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    expect((await read(id)).status).toBe('PENDING')
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    const sent = world.chain.broadcasts.filter(({ action }) => action.do === 'hidden')
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1)
    expect(hashesOf('hidden').size).toBe(2)
    expect(new Set(sent.map(({ action }) => JSON.stringify(action))).size).toBe(1)
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('SETTLED')
    expect(arrived()).toBe(25_000_000n)
  })

  test('settles as well if the older bytes are mined after all', async () => {
    world.chain.faults.broadcast = () => 'lost'
    const { id } = await pay()
    const [original] = world.chain.broadcasts.filter(({ action }) => action.do === 'hidden')
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(2)
    if (original === undefined) throw new Error('nothing was sent')
    world.chain.ledger.take(original)
    const done = await read(id)
    expect(done).toMatchObject({ status: 'SETTLED', txHash: original.hash })
    expect(arrived()).toBe(25_000_000n)
  })

  test('is never bid up beyond the ceiling', async () => {
    await begin({ SOTTO_MAX_FEE_GWEI: '2' })
    world.chain.ledger.automine = false
    const { id } = await pay()
    for (let minutes = 0; minutes < 10; minutes++) {
      world.chain.ledger.mineEmpty()
      await read(id, 60_000)
    }
    expect(hashesOf('hidden').size).toBe(1)
  })

  test('is not bid up while no block comes: time alone passes nothing by', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    for (let minutes = 0; minutes < 45; minutes++) await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(1)
  })

  test('is bid up by an eighth for each block that passes it by, and not far beyond what is asked', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    const fees = () => world.chain.broadcasts.flatMap(({ action, fee }) => (action.do === 'hidden' ? [fee ?? 0n] : []))
    for (let minutes = 0; minutes < 45; minutes++) {
      world.chain.ledger.mineEmpty()
      await read(id, 60_000)
    }
    const bids = [...new Set(fees())]
    for (const [index, bid] of bids.slice(1).entries())
      expect(bid).toBeLessThanOrEqual(((bids[index] ?? 0n) * 9n) / 8n + 1n)
    const { maxFee } = await world.chain.fees()
    expect(bids.length).toBeGreaterThan(3)
    expect(bids.at(-1)).toBeLessThan(maxFee * 3n)
  })
})

describe('re-broadcasting', () => {
  const sent = (from: number) => world.chain.broadcasts.slice(from).length

  test('of thirty legs that wait sends each once in its interval, however many read them', async () => {
    for (let times = 0; times < 2; times++) await tester.api.fund({ walletId: wallet.id, amount: '100' })
    world.chain.ledger.automine = false
    const to = elsewhere
    for (let times = 0; times < 30; times++) {
      await tester.api.transfer({ walletId: wallet.id, amount: '1', to, token: 'STABLE' })
    }
    world.chain.ledger.pending.splice(0)
    world.clock.pass(4_000)
    const before = world.chain.broadcasts.length
    await Promise.all([1, 2, 3].map(() => tester.api.listTransactions({ pageSize: 100 })))
    await Promise.all([round(world), round(world)])
    expect(sent(before)).toBe(30)
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const { items } = await tester.api.listTransactions({ type: 'TRANSFER', pageSize: 100 })
    await Promise.all(items.map(({ id }) => read(id)))
    const after = await tester.api.listTransactions({ type: 'TRANSFER', status: 'SETTLED', pageSize: 100 })
    expect(after.total).toBe(30)
  })

  test('of what has waited for long is seldom', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    await read(id, 30 * 60_000)
    const before = world.chain.broadcasts.length
    for (let seconds = 0; seconds < 60; seconds += 2) await read(id, 2_000)
    expect(sent(before)).toBe(2)
  })
})

describe('a cancellation', () => {
  test('that is mined fails the payment, and nothing moved', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    const { transaction } = await tester.api.cancelTransaction({ id })
    expect(transaction).toMatchObject({ status: 'PENDING', cancelledByTxHash: null })
    const [call, cancellation] = world.chain.broadcasts.slice(-2)
    world.chain.ledger.mine()
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('cancelled'),
      txHash: call?.hash,
      cancelledByTxHash: cancellation?.hash,
    })
    expect(arrived()).toBe(0n)
    expect(await code(tester.api.cancelTransaction({ id }))).toBe('not_cancellable')
  })

  test('that comes too late changes nothing', async () => {
    const { id } = await pay()
    expect(await code(tester.api.cancelTransaction({ id }))).toBe('not_cancellable')
    expect((await read(id)).status).toBe('SETTLED')
  })

  test('that loses the race leaves a settled payment', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    world.chain.faults.broadcast = () => 'lost'
    await tester.api.cancelTransaction({ id })
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('SETTLED')
    expect(arrived()).toBe(25_000_000n)
  })

  test('of a foreign payment is not found', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    const other = await createTester(world, {}, tester.app)
    expect(await code(other.api.cancelTransaction({ id }))).toBe('not_found')
  })

  test('is made by itself where nodes keep refusing', async () => {
    world.chain.faults.broadcast = ({ action }) => (action.do === 'hidden' ? 'lost' : 'accepted')
    const { id } = await pay()
    // A node that says no each time, and never had the bytes.
    world.chain.faults.broadcast = ({ action }) => (action.do === 'hidden' ? 'lost' : 'accepted')
    const refuse = world.chain.broadcast
    world.chain.broadcast = async (raw) => {
      const outcome = await refuse(raw)
      const last = world.chain.broadcasts.at(-1)
      return last?.action.do === 'hidden' ? { is: 'refused', reason: 'no' } : outcome
    }
    for (let looks = 0; looks < 20; looks++) await read(id, 3_100)
    expect(await read(id)).toMatchObject({ status: 'FAILED' })
    expect(arrived()).toBe(0n)
  })
})

describe('nonces', () => {
  test('a drift of fifty caused from outside heals unattended', async () => {
    const { ledger, operator } = world.chain
    for (const sender of [wallet.address, operator.address]) {
      for (let times = 0; times < 50; times++) {
        const { nonce } = ledger.holder(sender)
        ledger.take({ hash: `0x${sender.slice(2, 20)}${nonce}`, sender, nonce, action: { do: 'nothing' }, cost: 0n })
      }
    }
    expect((await pay()).status).toBe('SETTLED')
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    await read(transaction.id)
    expect((await read(transaction.id)).status).toBe('SETTLED')
  })

  test('lost bytes of an earlier payment are sent again when a later one is read', async () => {
    world.chain.faults.broadcast = () => 'lost'
    const first = await pay('1')
    delete world.chain.faults.broadcast
    const second = await pay('2')
    expect(second.status).toBe('PENDING')
    await read(second.id, 4_000)
    expect((await read(second.id)).status).toBe('SETTLED')
    expect((await read(first.id)).status).toBe('SETTLED')
    expect(arrived()).toBe(3_000_000n)
  })

  test('one pending count that is sixty too high makes no gap', async () => {
    const { pendingNonce } = world.chain
    let lies = 1
    world.chain.pendingNonce = async (sender) => (await pendingNonce(sender)) + (lies-- > 0 ? 60 : 0)
    const { nonce } = world.chain.ledger.holder(wallet.address)
    expect((await pay()).status).toBe('SETTLED')
    expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce + 1)
  })

  test('a gap that is nobody’s is filled', async () => {
    const { ledger } = world.chain
    const { nonce } = ledger.holder(wallet.address)
    const action = { do: 'nothing' as const }
    ledger.take({ hash: '0xaa', sender: wallet.address, nonce, action, cost: 0n })
    world.chain.faults.broadcast = () => 'lost'
    const { id } = await pay()
    delete world.chain.faults.broadcast
    // What used the key elsewhere is gone for good: the chain is deep without it, and no pool takes it.
    world.chain.faults.broadcast = ({ hash }) => (hash === '0xaa' ? 'lost' : 'accepted')
    ledger.rollback(1)
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    await read(id, 12_000)
    expect((await read(id, 4_000)).status).toBe('SETTLED')
  })

  test('what waits in a pool and was not signed here holds its sender up, and nothing is signed above it', async () => {
    const { ledger } = world.chain
    const { nonce } = ledger.holder(wallet.address)
    ledger.automine = false
    ledger.take({ hash: '0xaa', sender: wallet.address, nonce, action: { do: 'nothing' }, cost: 0n })
    await expect(pay()).rejects.toMatchObject({ code: 'reconciling' })
    ledger.pending.splice(0, 1)
    ledger.automine = true
    expect((await pay()).status).toBe('SETTLED')
  })

  test.each([1, 100, 101, 5_000])('so do %d of them, as long as a pool is said to hold them', async (waiting) => {
    const { pendingNonce } = world.chain
    world.chain.pendingNonce = async (sender) => (await pendingNonce(sender)) + waiting
    await expect(pay()).rejects.toMatchObject({ code: 'reconciling' })
    world.chain.pendingNonce = pendingNonce
    expect((await pay()).status).toBe('SETTLED')
  })
})

describe('a reorganisation', () => {
  test('deeper than the confirmations moves the leg back, never the status, and the same bytes are mined again', async () => {
    const { id } = await pay()
    const before = hashesOf('hidden')
    world.chain.ledger.rollback(1)
    expect(arrived()).toBe(0n)
    world.chain.faults.broadcast = () => 'lost'
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    delete world.chain.faults.broadcast
    await read(id, 4_000)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(arrived()).toBe(25_000_000n)
    expect(hashesOf('hidden')).toEqual(before)
  })

  test('after which the same bytes move nothing is never called settled again', async () => {
    const { id } = await pay()
    world.chain.ledger.rollback(1)
    world.chain.ledger.holder(wallet.address).handle = world.chain.ledger.ciphertexts.encrypt(0n)
    await read(id, 4_000)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    expect(arrived()).toBe(0n)
  })

  test('of a payout has it paid again by the same bytes, once', async () => {
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect((await read(transaction.id)).status).toBe('SETTLED')
    world.chain.ledger.rollback(1)
    await read(transaction.id, 4_000)
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(hashesOf('finalize').size).toBe(1)
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
  })

  test('of a first leg that is not confirmed yet leaves the payment pending', async () => {
    await begin({ SOTTO_CONFIRMATIONS: '3' })
    const { id, status } = await pay()
    expect(status).toBe('PENDING')
    world.chain.ledger.rollback(1)
    expect(await read(id, 4_000)).toMatchObject({ status: 'PENDING', waitingFor: 'confirmation' })
    for (const nonce of [0, 1, 2]) {
      world.chain.ledger.take({ hash: `0x${nonce}`, sender: elsewhere, nonce, action: { do: 'nothing' }, cost: 0n })
    }
    expect((await read(id, 4_000)).status).toBe('SETTLED')
  })
})

describe('the float', () => {
  const stableOfOperator = (units: bigint) => {
    world.chain.ledger.holder(world.chain.operator.address).stable = units
  }
  beforeEach(() => begin({ SOTTO_REDEEM_MODE: 'float' }))

  test('pays from the operator what really arrived there', async () => {
    stableOfOperator(15_000_000n)
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect(transaction).toMatchObject({ status: 'SETTLING', settlementTxHash: null })
    const done = await read(transaction.id)
    expect(done.status).toBe('SETTLED')
    expect(done.settlementTxHash).not.toBe(done.txHash)
    expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
    expect(world.chain.ledger.confidentialOf(world.chain.operator.address)).toBe(10_000_000n)
  })

  test('promises no STABLE twice', async () => {
    stableOfOperator(15_000_000n)
    world.chain.ledger.automine = false
    const first = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    expect(await code(tester.api.redeem({ walletId: wallet.id, amount: '10' }))).toBe('redeem_settlement_failed')
    expect((await tester.api.redeem({ walletId: wallet.id, amount: '5' })).transaction.status).toBe('PENDING')
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    expect((await read(first.transaction.id)).status).toBe('SETTLED')
  })

  test('twenty at once never promise more than there is', async () => {
    stableOfOperator(7_000_000n)
    const calls = Array.from({ length: 20 }, () => tester.api.redeem({ walletId: wallet.id, amount: '1' }))
    const made = (await Promise.allSettled(calls)).flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
    expect(made).toHaveLength(7)
    for (const { transaction } of made) await read(transaction.id)
    for (const { transaction } of made) expect((await read(transaction.id)).status).toBe('SETTLED')
    expect(world.chain.ledger.holder(world.chain.operator.address).stable).toBe(0n)
  })

  test('owes where the STABLE is gone after the first leg, and pays when it is back', async () => {
    stableOfOperator(10_000_000n)
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    stableOfOperator(1n)
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_liquidity' })
    stableOfOperator(10_000_000n)
    expect((await read(transaction.id)).status).toBe('SETTLED')
  })

  test('pays nothing where nothing arrived', async () => {
    stableOfOperator(100_000_000n)
    world.chain.ledger.automine = false
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    world.chain.ledger.holder(wallet.address).handle = world.chain.ledger.ciphertexts.encrypt(1n)
    world.chain.ledger.mine()
    expect(await read(transaction.id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('0 cSTABLE') })
    expect(world.chain.ledger.holder(world.chain.operator.address).stable).toBe(100_000_000n)
  })
})

// On PostgreSQL that takes minutes, and once is tried with the payments.
test.skipIf(onPostgres)(
  'a thousand times two readers of one settling redeem, one payout',
  { timeout: 120_000 },
  async () => {
    await tester.api.fund({ walletId: wallet.id, amount: '1000' })
    await tester.api.mint({ walletId: wallet.id, amount: '1000' })
    for (let times = 0; times < 1_000; times++) {
      const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
      world.clock.pass(1_100)
      const reads = [1, 2].map(() => tester.api.getTransaction({ id: transaction.id }))
      for (const read of await Promise.all(reads)) expect(read.transaction.status).toBe('SETTLED')
    }
    expect(world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')).toHaveLength(1_000)
  },
)

test('the worker sees a redeem through without a read', async () => {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.clock.pass(1_100)
  await round(world)
  const { items } = await tester.api.listTransactions({ status: 'SETTLED', type: 'REDEEM' })
  expect(items.map(({ id }) => id)).toEqual([transaction.id])
})

describe('one payment does not block another', () => {
  test('an operator leg that nobody reads is replaced by anyone who waits behind it', async () => {
    world.chain.faults.broadcast = ({ action }) => (action.do === 'fund' ? 'lost' : 'accepted')
    const other = await createTester(world, {}, tester.app)
    const theirs = (await other.api.createWallet({ type: 'custodial' })).wallet
    await other.api.fund({ walletId: theirs.id })
    // The node never takes the first bytes of the faucet's payment, only what replaces them.
    const [first] = world.chain.broadcasts.filter(({ action }) => action.do === 'fund').slice(-1)
    world.chain.faults.broadcast = (sent) => (sent.hash === first?.hash ? 'lost' : 'accepted')
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    await read(transaction.id)
    await read(transaction.id, 60_000)
    expect((await read(transaction.id)).status).toBe('SETTLED')
  })

  test('a leg whose key is gone is neither signed with another nor in the way of lists', async () => {
    world.chain.faults.broadcast = ({ action }) => (action.do === 'finalize' ? 'lost' : 'accepted')
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    await read(transaction.id)
    const { ledger, wallets } = world.chain
    const operator = wallets.create()
    ledger.holder(operator.address).wei = 10n ** 20n
    Object.assign(world.chain, { operator })
    const before = ledger.holder(wallet.address).nonce
    for (let looks = 0; looks < 3; looks++) expect((await read(transaction.id, 60_000)).status).toBe('SETTLING')
    expect((await tester.api.listTransactions({ type: 'REDEEM' })).items[0]?.id).toBe(transaction.id)
    expect(ledger.holder(wallet.address).nonce).toBe(before)
  })

  test('one wild hint of a node opens no gap', async () => {
    const { pendingNonce } = world.chain
    let lies = 1
    world.chain.pendingNonce = async (sender) => (lies-- > 0 ? 100_000 : pendingNonce(sender))
    const { nonce } = world.chain.ledger.holder(wallet.address)
    expect((await pay()).status).toBe('SETTLED')
    expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce + 1)
  })
})

describe('a clock that is set back', () => {
  const setBack = () => {
    const { now, elapsed } = world.clock
    world.clock.now = () => now() - 3_600_000
    world.clock.elapsed = elapsed
  }

  test('does not keep a payment waiting', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    setBack()
    expect((await read(id)).status).toBe('SETTLED')
  })

  test('costs one replacement, not one at every look', async () => {
    world.chain.ledger.automine = false
    const { id } = await pay()
    setBack()
    world.chain.ledger.mineEmpty()
    for (let looks = 0; looks < 5; looks++) await read(id)
    expect(hashesOf('hidden').size).toBe(2)
    world.chain.ledger.mineEmpty()
    await read(id, 60_000)
    expect(hashesOf('hidden').size).toBe(3)
  })
})

describe('what failed stays failed', () => {
  const useElsewhere = (sender: Address, hash: `0x${string}`) => {
    const { nonce } = world.chain.ledger.holder(sender)
    world.chain.ledger.take({ hash, sender, nonce, action: { do: 'nothing' }, cost: 0n })
  }

  test('a superseded payment is never mined after all, even when the rival is reorganised away', async () => {
    world.chain.faults.broadcast = ({ action }) => (action.do === 'hidden' ? 'lost' : 'accepted')
    const first = await pay('25')
    useElsewhere(wallet.address, '0xe1')
    expect((await read(first.id)).status).toBe('FAILED')
    delete world.chain.faults.broadcast
    const second = await pay('1')
    expect(second.status).toBe('SETTLED')
    world.chain.ledger.rollback(2)
    for (let looks = 0; looks < 4; looks++) await read(second.id, 4_000)
    expect(await read(second.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(arrived()).toBe(1_000_000n)
  })

  test('a payout that was superseded and made anew is never paid twice', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    const { operator, ledger } = world.chain
    ledger.holder(operator.address).stable = 100_000_000n
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
    world.chain.faults.broadcast = () => 'lost'
    await read(transaction.id)
    useElsewhere(operator.address, '0xe2')
    delete world.chain.faults.broadcast
    await read(transaction.id)
    expect((await read(transaction.id)).status).toBe('SETTLED')
    ledger.rollback(2)
    for (let looks = 0; looks < 4; looks++) await read(transaction.id, 4_000)
    expect(await read(transaction.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)
  })
})

test('only what must be decrypted is ever SETTLING on its way', async () => {
  const seen: string[] = []
  const { step } = world
  world.step = (at) => {
    if (at === 'before writing a verdict') seen.push('verdict')
    step(at)
  }
  const { transaction } = await tester.api.mint({ walletId: wallet.id, amount: '1' })
  expect(transaction.status).toBe('SETTLED')
  expect(seen).toEqual(['verdict'])
})

test('what has waited long is looked at ever more seldom by lists and the worker, not by anyone who asks for it', async () => {
  world.chain.faults.broadcast = () => 'lost'
  const { id } = await pay()
  const looksAt = async (work: () => Promise<unknown>) => {
    let heads = 0
    const { head } = world.chain
    world.chain.head = () => {
      heads += 1
      return head()
    }
    for (let times = 0; times < 30; times++) {
      world.clock.pass(2_000)
      await work()
    }
    world.chain.head = head
    return heads
  }
  world.clock.pass(24 * 60 * 60_000)
  expect(await looksAt(() => round(world))).toBeLessThanOrEqual(4)
  expect(await looksAt(() => tester.api.listTransactions({}))).toBeLessThanOrEqual(4)
  expect(await looksAt(() => tester.api.getTransaction({ id }))).toBeGreaterThanOrEqual(30)
})

test('a redeem that somebody else has paid out names their payout, also while our own is mined and reverts', async () => {
  await begin({ SOTTO_CONFIRMATIONS: '2' })
  const { ledger } = world.chain
  const elsewhereTaken = (action: (typeof world.chain.broadcasts)[0]['action']) => {
    const { nonce } = ledger.holder(elsewhere)
    const hash = `0x${String(nonce).padStart(64, 'f')}` as const
    ledger.take({ hash, sender: elsewhere, nonce, action, cost: 0n })
    return hash
  }
  const { id } = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction
  elsewhereTaken({ do: 'nothing' })
  world.chain.faults.broadcast = () => 'lost'
  expect((await read(id)).status).toBe('SETTLING')
  const own = world.chain.broadcasts.find(({ action }) => action.do === 'finalize')
  const [request] = ledger.requests.keys()
  if (own === undefined || request === undefined) throw new Error('no payout was made')
  const theirs = elsewhereTaken({ do: 'finalize', request, units: '10000000' })
  elsewhereTaken({ do: 'nothing' })
  expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: theirs })
  ledger.take(own)
  expect(ledger.mined.get(own.hash)?.receipt.success).toBe(false)
  expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null, settlementTxHash: theirs })
})

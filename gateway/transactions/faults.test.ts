import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { createTester } from '../testing/test-world.ts'
import { arrived, begin, code, elsewhere, hashesOf, pay, read, tester, wallet, world } from './faults-fixture.ts'

beforeEach(() => begin())

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

  test('of a call that was signed at the ceiling of fees is made, an eighth above it', async () => {
    await begin({ SOTTO_MAX_FEE_GWEI: '2' })
    world.chain.ledger.automine = false
    const { id } = await pay()
    await tester.api.cancelTransaction({ id })
    world.chain.ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('cancelled') })
    expect(arrived()).toBe(0n)
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

  test('of a payment that waits for an approval says how it ends', async () => {
    const policy = Policy.parse({ approveAbove: '1' })
    await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
    const { id, waitingFor } = await pay()
    expect(waitingFor).toBe('approval')
    const message = expect.stringContaining('/reject')
    await expect(tester.api.cancelTransaction({ id })).rejects.toMatchObject({ code: 'not_cancellable', message })
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

describe('a reorganisation', () => {
  test('after which nodes keep refusing has no settled payment cancelled, and it is mined once they take it', async () => {
    const { id } = await pay()
    expect((await read(id)).status).toBe('SETTLED')
    world.chain.ledger.rollback(1)
    const { broadcast } = world.chain
    world.chain.faults.broadcast = ({ action }) => (action.do === 'hidden' ? 'lost' : 'accepted')
    world.chain.broadcast = async (raw) => {
      const outcome = await broadcast(raw)
      return world.chain.broadcasts.at(-1)?.action.do === 'hidden' ? { is: 'refused', reason: 'no' } : outcome
    }
    for (let looks = 0; looks < 20; looks++) await read(id, 31_000)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    Object.assign(world.chain, { broadcast })
    delete world.chain.faults.broadcast
    for (let looks = 0; looks < 3; looks++) await read(id, 31_000)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(arrived()).toBe(25_000_000n)
  })

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

describe('one payment does not block another', () => {
  test('an operator leg that no client reads is replaced by anyone who waits behind it', async () => {
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

  test('a node that counts a nonce a moment before it shows what used it holds no payment up', async () => {
    const { receipt, whoUsedNonce } = world.chain
    const caughtUp = world.clock.now() + 1_000
    const isBehind = () => world.clock.now() < caughtUp
    world.chain.receipt = async (...asked) => (isBehind() ? undefined : receipt.call(world.chain, ...asked))
    world.chain.whoUsedNonce = async (...asked) => (isBehind() ? undefined : whoUsedNonce.call(world.chain, ...asked))
    const first = await pay()
    expect(first.status).toBe('PENDING')
    expect((await pay()).status).toBe('SETTLED')
    expect((await read(first.id)).status).toBe('SETTLED')
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

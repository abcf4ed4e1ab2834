import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import {
  alice,
  beginAgain,
  newWallet,
  receiptOf,
  settled,
  setUpEach,
  stater,
  till,
  unavailable,
  world,
} from './receipts-fixture.ts'

setUpEach()

test('a redeem before its burn, between the legs, and after the payout', async () => {
  const { ledger, faults } = world.chain
  ledger.automine = false
  faults.unpublished = true
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  expect(transaction.status).toBe('PENDING')
  expect(await unavailable(transaction.id)).toContain('does not show it yet')

  ledger.automine = true
  ledger.mine()
  world.clock.pass(1_100)
  const between = await receiptOf(transaction.id)
  expect(between.content).toMatchObject({ type: 'REDEEM', status: 'SETTLING', amount: '10', amountSource: 'wallet' })
  expect(between.content.legs.map(({ kind, txHash }) => [kind, txHash])).toEqual([['burn', transaction.txHash]])
  expect(await stater(between)).toBe(till.address)

  faults.unpublished = false
  const done = await settled(transaction.id)
  const after = await receiptOf(transaction.id)
  expect(after.content).toMatchObject({ type: 'REDEEM', status: 'SETTLED', amount: '10', amountSource: 'chain' })
  expect(after.content).toMatchObject({ from: till.address, to: till.address })
  expect(after.content.legs.map(({ kind, txHash }) => [kind, txHash])).toEqual([
    ['burn', done.txHash],
    ['payout', done.settlementTxHash],
  ])
  expect(after.content.legs[0]).toEqual(between.content.legs[0])
  expect(await stater(after)).toBe(till.address)
})

test('asking for the receipt moves a redeem on, like every read', async () => {
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  expect(transaction.status).toBe('SETTLING')
  world.clock.pass(1_100)
  expect((await receiptOf(transaction.id)).content.status).toBe('SETTLED')
})

test('a payout that somebody else made stands in the receipt', async () => {
  world.chain.faults.unpublished = true
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  world.chain.faults.unpublished = false
  const [request = '0x'] = world.chain.ledger.requests.keys()
  const hash: Hex = `0x${'b'.repeat(64)}`
  const action = { do: 'finalize' as const, request, units: '10000000' }
  world.chain.ledger.take({ hash, sender: `0x${'9'.repeat(40)}`, nonce: 0, action, cost: 0n })
  world.clock.pass(1_100)
  expect((await receiptOf(transaction.id)).content.legs[1]).toMatchObject({ kind: 'payout', txHash: hash })
})

test('a payout of which somebody has made more than one move to the wallet is its own amount', async () => {
  const { faults, ledger } = world.chain
  faults.unpublished = true
  const burns = [await alice.api.redeem({ walletId: till.id, amount: '10' })]
  burns.push(await alice.api.redeem({ walletId: till.id, amount: '5' }))
  faults.unpublished = false
  const [one = '0x', two = '0x'] = ledger.requests.keys()
  const hash: Hex = `0x${'b'.repeat(64)}`
  const sender: Address = `0x${'9'.repeat(40)}`
  ledger.take({ hash, sender, nonce: 0, action: { do: 'finalize', request: one, units: '10000000' }, cost: 0n })
  // In the same transaction: before the payout a transfer of nothing, and behind it the payout of the other burn.
  const moves = ledger.mined.get(hash)?.receipt.publicMoves ?? []
  const [to, cstable] = [till.address, world.chain.tokens.cstable.address]
  moves.unshift({ from: sender, to, units: 0n })
  moves.push({ from: cstable, to, units: 5_000_000n })
  const { openedIn = 0 } = ledger.requests.get(two) ?? {}
  ledger.requests.set(two, { receiver: to, openedIn, paidBy: hash, block: ledger.block, units: 5_000_000n })
  world.clock.pass(1_100)
  for (const [at, { transaction }] of burns.entries()) {
    expect(await settled(transaction.id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
    const { content } = await receiptOf(transaction.id)
    expect(content).toMatchObject({ status: 'SETTLED', amount: at === 0 ? '10' : '5', amountSource: 'chain' })
    const { nota } = await alice.api.getTransactionNota({ id: transaction.id })
    const { valid, checks } = await alice.api.verifyNota({ nota })
    expect([valid, checks.filter(({ result }) => result !== 'passed')]).toEqual([true, []])
  }
})

test('after a reorganisation that removed the payout there is no receipt, until it is back', async () => {
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  const done = await settled(transaction.id)
  const before = await receiptOf(transaction.id)
  expect(before.content.legs).toHaveLength(2)

  const { ledger } = world.chain
  ledger.automine = false
  expect(ledger.mined.get(done.settlementTxHash as Hex)?.receipt.block).toBe(ledger.block)
  ledger.rollback(1)
  world.clock.pass(4_000)
  expect(await unavailable(transaction.id)).toContain('reorganisation')
  const waiting = await alice.api.getTransaction({ id: transaction.id })
  expect(waiting.transaction).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  expect(ledger.pending.map(({ hash }) => hash)).toEqual([done.settlementTxHash])
  await unavailable(transaction.id)

  ledger.automine = true
  ledger.mine()
  const back = await receiptOf(transaction.id)
  expect(back.content).toMatchObject({ status: 'SETTLED', amount: '10' })
  expect(back.content.legs[1]).toMatchObject({ txHash: done.settlementTxHash })
  expect(back.content.legs[1]?.blockHash).not.toBe(before.content.legs[1]?.blockHash)
  world.clock.pass(1_100)
  const rest = await alice.api.getTransaction({ id: transaction.id })
  expect(rest.transaction).toMatchObject({ status: 'SETTLED', waitingFor: null })
})

test('and after one that removed both legs, until both are: the burn by another handle, which another payout pays', async () => {
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  const done = await settled(transaction.id)
  const before = await receiptOf(transaction.id)
  const { ledger } = world.chain
  ledger.automine = false
  ledger.rollback(2)
  world.clock.pass(4_000)
  expect(await unavailable(transaction.id)).toContain('a reorganisation took it back')
  // What pays the burn waits for it: in another block it is another request.
  expect(ledger.pending.map(({ hash }) => hash)).toEqual([done.txHash])

  ledger.automine = true
  ledger.mine()
  for (let looks = 0; looks < 3; looks++) {
    world.clock.pass(4_000)
    await alice.api.getTransaction({ id: transaction.id })
  }
  const { transaction: again } = await alice.api.getTransaction({ id: transaction.id })
  expect(again).toMatchObject({ status: 'SETTLED', waitingFor: null, txHash: done.txHash })
  expect(again.settlementTxHash).not.toBe(done.settlementTxHash)
  const after = await receiptOf(transaction.id)
  expect(after.content).toMatchObject({ status: 'SETTLED', amount: '10', amountSource: 'chain' })
  expect(after.content.legs.map(({ txHash }) => txHash)).toEqual([again.txHash, again.settlementTxHash])
  expect(after.content.handle).not.toBe(before.content.handle)
  expect(await stater(after)).toBe(till.address)
})

test('a redeem out of the float: a confidential move to the operator, then a public payout', async () => {
  await beginAgain({ SOTTO_REDEEM_MODE: 'float', SOTTO_RECEIPT_WAIT_MS: '2000' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  const wallet = await newWallet()
  await alice.api.fund({ walletId: wallet.id, amount: '20' })
  await alice.api.mint({ walletId: wallet.id, amount: '20' })
  const { transaction } = await alice.api.redeem({ walletId: wallet.id, amount: '10' })
  const done = await settled(transaction.id)
  const receipt = await receiptOf(transaction.id)
  expect(receipt.content).toMatchObject({ type: 'REDEEM', status: 'SETTLED', amount: '10', amountSource: 'chain' })
  expect(receipt.content).toMatchObject({ from: wallet.address, to: world.chain.operator.address })
  expect(receipt.content.legs.map(({ kind, txHash }) => [kind, txHash])).toEqual([
    ['transfer', done.txHash],
    ['payout', done.settlementTxHash],
  ])
  expect(await stater(receipt)).toBe(wallet.address)
  const { nota } = await alice.api.getTransactionNota({ id: transaction.id })
  const { valid, checks } = await alice.api.verifyNota({ nota })
  expect([valid, checks.filter(({ result }) => result !== 'passed')]).toEqual([true, []])
})

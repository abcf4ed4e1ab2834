import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusals.ts'
import { openNota, type Receipt } from '../notas/format/open-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
let alice: Tester
let till: { id: string; address: Address }

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_RECEIPT_WAIT_MS: '2000',
    SOTTO_LIMIT_WRITES: '1000',
    SOTTO_LIMIT_READS: '1000',
  })
  alice = await createTester(world)
  till = await newWallet()
  await alice.api.fund({ walletId: till.id, amount: '100' })
  await alice.api.mint({ walletId: till.id, amount: '60' })
})

async function newWallet() {
  const { id, address } = (await alice.api.createWallet({ type: 'custodial' })).wallet
  return { id, address: address as Address }
}

async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Refusal) return outcome
  throw new Error(`expected a refusal, got ${outcome}`)
}

async function receiptOf(id: string): Promise<Receipt> {
  const { nota } = await alice.api.getTransactionNota({ id })
  const opened = await openNota(nota, world.clock.now(), world.chain.wallets)
  if (opened.type !== 'receipt') throw new Error('not a receipt')
  return opened
}

const unavailable = async (id: string) => {
  const { code, status, message } = await refusal(alice.api.getTransactionNota({ id }))
  expect([code, status]).toEqual(['receipt_unavailable', 400])
  return message
}

async function settled(id: string) {
  for (let reads = 0; reads < 5; reads++) {
    world.clock.pass(1_100)
    const { transaction } = await alice.api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error('not settled')
}

async function stater({ content }: Receipt, amount = content.amount) {
  const { handle, legs, walletSignature } = content
  const [first] = legs
  if (handle === null || first === undefined || walletSignature === undefined) return undefined
  const units = BigInt(Number(amount) * 1e6)
  return world.chain.wallets.recover(
    amountStatement({ ...content, handle, txHash: first.txHash, units }),
    walletSignature,
  )
}

const lastOf = async (type: 'FUND' | 'MINT') => (await alice.api.listTransactions({ type })).items[0]?.id ?? ''

test('fund, mint and a public transfer: the amount is what the events say, in public', async () => {
  const to = await newWallet()
  const { transaction } = await alice.api.transfer({
    walletId: till.id,
    amount: '1.5',
    toWalletId: to.id,
    token: 'STABLE',
  })
  const { stable, cstable } = world.chain.tokens
  const rows = [
    [await lastOf('FUND'), { type: 'FUND', token: 'STABLE', amount: '100', to: till.address }, 'fund'],
    [await lastOf('MINT'), { type: 'MINT', token: 'cSTABLE', amount: '60', from: till.address }, 'mint'],
    [transaction.id, { type: 'TRANSFER', amount: '1.5', from: till.address, to: to.address }, 'transfer'],
  ] as const
  for (const [id, said, kind] of rows) {
    const { content } = await receiptOf(id)
    const mined = world.chain.ledger.mined.get(content.legs[0]?.txHash ?? '0x')?.receipt
    expect(content).toMatchObject({
      ...said,
      status: 'SETTLED',
      amountSource: 'chain',
      handle: null,
      network: 'offline',
    })
    expect(content).toMatchObject({ chainId: 11155111, iat: Math.floor(world.clock.now() / 1000) })
    expect([content.stable, content.cstable].map((a) => a.toLowerCase())).toEqual(
      [stable.address, cstable.address].map((a) => a.toLowerCase()),
    )
    const time = world.chain.ledger.timeOf(mined?.block ?? 0)
    const { block, blockHash } = mined ?? {}
    expect(content.legs).toEqual([{ kind, txHash: mined?.hash, block, blockHash, time, outcome: 'success' }])
    expect(content.walletSignature).toBeUndefined()
  }
})

test('a confidential transfer: the wallet that paid states the amount, under its own signature', async () => {
  const to = await newWallet()
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '25', toWalletId: to.id })
  const receipt = await receiptOf(transaction.id)
  const handle = world.chain.ledger.mined.get(transaction.txHash as Hex)?.receipt.confidentialMoves[0]?.handle
  expect(receipt.content).toMatchObject({ amount: '25', amountSource: 'wallet', handle, status: 'SETTLED' })
  expect(receipt.content).toMatchObject({ from: till.address, to: to.address })
  expect(await stater(receipt)).toBe(till.address)
  expect(await stater(receipt, '26')).not.toBe(till.address)
})

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

test('and after one that removed both legs, until both are', async () => {
  const { transaction } = await alice.api.redeem({ walletId: till.id, amount: '10' })
  const done = await settled(transaction.id)
  const { ledger } = world.chain
  ledger.automine = false
  ledger.rollback(2)
  world.clock.pass(4_000)
  expect(await unavailable(transaction.id)).toContain('a reorganisation took it back')
  const again = new Set(ledger.pending.map(({ hash }) => hash))
  expect(again).toEqual(new Set([done.txHash, done.settlementTxHash]))
})

test('a redeem out of the float: a confidential move to the operator, then a public payout', async () => {
  const careful = await createTestWorld({ SOTTO_REDEEM_MODE: 'float', SOTTO_RECEIPT_WAIT_MS: '2000' })
  world = { ...careful, chain: world.chain }
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  alice = await createTester(world)
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

test('what was mined in a block that is not deep enough has no receipt yet', async () => {
  const careful = await createTestWorld({ SOTTO_CONFIRMATIONS: '3', SOTTO_RECEIPT_WAIT_MS: '0' })
  world = { ...careful, chain: world.chain }
  alice = await createTester(world)
  const wallet = await newWallet()
  const { transaction } = await alice.api.fund({ walletId: wallet.id, amount: '1' })
  expect(transaction.status).toBe('PENDING')
  expect(await unavailable(transaction.id)).toContain('not deep enough')
  for (let block = 0; block < 2; block++) world.chain.ledger.block++
  world.clock.pass(1_100)
  expect((await receiptOf(transaction.id)).content.amount).toBe('1')
})

test('a confidential move that moved zero says so: failed, and zero', async () => {
  const { ledger } = world.chain
  world.chain.faults.broadcast = () => {
    ledger.holder(till.address).handle = ledger.ciphertexts.encrypt(1_000_000n)
    return 'accepted'
  }
  await refusal(alice.api.transfer({ walletId: till.id, amount: '25', to: `0x${'1'.repeat(40)}` }))
  const [failed] = (await alice.api.listTransactions({ status: 'FAILED' })).items
  const receipt = await receiptOf(failed?.id ?? '')
  expect(receipt.content).toMatchObject({ status: 'FAILED', amount: '0', amountSource: 'wallet' })
  expect(await stater(receipt)).toBe(till.address)
})

test('a transaction that reverted on chain has a receipt that says so', async () => {
  const { ledger } = world.chain
  world.chain.faults.broadcast = () => {
    ledger.holder(till.address).stable = 0n
    return 'accepted'
  }
  const failure = await refusal(alice.api.mint({ walletId: till.id, amount: '5' }))
  const { transaction } = failure.details as { transaction: { id: string } }
  const { content } = await receiptOf(transaction.id)
  expect(content).toMatchObject({ type: 'MINT', status: 'FAILED', amount: '0', from: till.address })
  expect(content.legs).toMatchObject([{ kind: 'mint', outcome: 'reverted' }])
})

test('what failed before it was sent, and what somebody else superseded, never has one', async () => {
  world.chain.ledger.holder(world.chain.operator.address).wei = 0n
  const failure = await refusal(alice.api.redeem({ walletId: till.id, amount: '10' }))
  const { transaction: unsent } = failure.details as { transaction: { id: string } }
  expect(await unavailable(unsent.id)).toContain('never reached the chain')

  world.chain.faults.broadcast = () => 'lost'
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '25', to: `0x${'1'.repeat(40)}` })
  delete world.chain.faults.broadcast
  const { nonce } = world.chain.ledger.holder(till.address)
  const hash: Hex = `0x${'f'.repeat(64)}`
  world.chain.ledger.take({ hash, sender: till.address, nonce, action: { do: 'nothing' }, cost: 0n })
  await settled(transaction.id)
  expect(await unavailable(transaction.id)).toContain('cannot any more')
})

test('while the decryption service is away an amount that is not known yet is left open', async () => {
  world.config = { ...world.config, SOTTO_AMOUNTS: 'decrypted' }
  const to = await newWallet()
  await alice.api.getBalances({})
  world.chain.faults.broadcast = () => {
    world.chain.faults.decryptionAway = true
    return 'accepted'
  }
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '25', toWalletId: to.id })
  expect(transaction.status).toBe('SETTLING')
  const open = await receiptOf(transaction.id)
  expect(open.content).toMatchObject({ status: 'SETTLING', amount: null, amountSource: 'wallet' })
  expect(open.content.walletSignature).toBeUndefined()
  world.chain.faults.decryptionAway = false
  world.clock.pass(1_100)
  expect((await receiptOf(transaction.id)).content).toMatchObject({ status: 'SETTLED', amount: '25' })
})

test('while the chain is away there is no receipt, and no guess at one', async () => {
  world.chain.faults.chainAway = true
  expect((await refusal(alice.api.getTransactionNota({ id: await lastOf('MINT') }))).code).toBe('upstream_unavailable')
})

test("somebody else's transaction, and none, are the same refusal", async () => {
  const id = await lastOf('MINT')
  const other = await createTester(world)
  const refused = await Promise.all([id, 'none'].map((each) => refusal(other.api.getTransactionNota({ id: each }))))
  expect(refused.map(({ code }) => code)).toEqual(['not_found', 'not_found'])
  expect(refused[0]?.message).toBe(refused[1]?.message)
})

test('a receipt is no card', async () => {
  const { nota } = await alice.api.getTransactionNota({ id: await lastOf('MINT') })
  for (const call of [
    () => alice.api.createWallet({ type: 'external', nota }),
    () => alice.api.transfer({ walletId: till.id, amount: '1', nota }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'invalid_nota', details: { reason: 'wrong_type' } })
  }
})

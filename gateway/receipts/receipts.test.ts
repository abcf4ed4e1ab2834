import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createTester } from '../testing/test-world.ts'
import {
  alice,
  beginAgain,
  newWallet,
  receiptOf,
  refusal,
  settled,
  setUpEach,
  stater,
  till,
  unavailable,
  world,
} from './receipts-fixture.ts'

setUpEach()

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

test('what was mined in a block that is not deep enough has no receipt yet', async () => {
  await beginAgain({ SOTTO_CONFIRMATIONS: '3', SOTTO_RECEIPT_WAIT_MS: '0' })
  const wallet = await newWallet()
  const { transaction } = await alice.api.fund({ walletId: wallet.id, amount: '1' })
  expect(transaction.status).toBe('PENDING')
  expect(await unavailable(transaction.id)).toContain('more confirmations')
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

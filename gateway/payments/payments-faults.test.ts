import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { funded, refusal, settled, setUpEach, tester, triple, wallet, world } from './payments-fixture.ts'

setUpEach()

test('a repeat looks at the chain as a read does: what was lost is sent again, and settles', async () => {
  await funded('100', '60')
  world.chain.faults.broadcast = () => 'lost'
  const to = `0x${'1'.repeat(40)}`
  const call = () => tester.api.transfer({ walletId: wallet.id, amount: '25', to }, { idempotencyKey: 'k' })
  expect((await call()).transaction.status).toBe('PENDING')
  delete world.chain.faults.broadcast
  world.clock.pass(10_000)
  await call()
  world.clock.pass(1_100)
  expect((await call()).transaction.status).toBe('SETTLED')
})

test('a node that refuses and mines all the same pays once', async () => {
  await funded('100', '60')
  world.chain.faults.broadcast = () => 'refused'
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, amount: '25', to: `0x${'1'.repeat(40)}` })
  expect(transaction.status).toBe('SETTLED')
  expect(await triple()).toEqual(['40', '35', '75'])
})

test('bytes that got lost are sent again, the same ones', async () => {
  await funded('100', '60')
  world.chain.faults.broadcast = () => 'lost'
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, amount: '25', to: `0x${'1'.repeat(40)}` })
  expect(transaction).toMatchObject({ status: 'PENDING', waitingFor: 'confirmation' })
  delete world.chain.faults.broadcast
  world.clock.pass(10_000)
  expect((await settled(transaction.id)).status).toBe('SETTLED')
  const hashes = new Set(world.chain.broadcasts.filter(({ action }) => action.do === 'hidden').map(({ hash }) => hash))
  expect(hashes.size).toBe(1)
})

test('somebody else finalizing first is a success, with their hash', async () => {
  await funded('100', '60')
  world.chain.faults.unpublished = true
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  expect(transaction).toMatchObject({ status: 'SETTLING', waitingFor: 'public_decryption' })
  world.chain.faults.unpublished = false
  const [request] = [...world.chain.ledger.requests.keys()]
  const hash = `0x${'b'.repeat(64)}` as const
  const action = { do: 'finalize' as const, request: request ?? '0x', units: '10000000' }
  world.chain.ledger.take({ hash, sender: `0x${'9'.repeat(40)}`, nonce: 0, action, cost: 0n })
  expect(await settled(transaction.id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
})

test('an operator without gas burns nothing', async () => {
  await funded('100', '60')
  world.chain.ledger.holder(world.chain.operator.address).wei = 0n
  const failure = await refusal(tester.api.redeem({ walletId: wallet.id, amount: '10' }))
  expect(failure.code).toBe('redeem_settlement_failed')
  expect(failure.details).toMatchObject({ transaction: { status: 'FAILED', txHash: null } })
  expect(await triple()).toEqual(['40', '60', '100'])
})

test('an operator that runs out of gas after the burn owes, and pays when it can', async () => {
  await funded('100', '60')
  world.chain.faults.unpublished = true
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.chain.ledger.holder(world.chain.operator.address).wei = 0n
  world.chain.faults.unpublished = false
  world.clock.pass(1_100)
  const waiting = await tester.api.getTransaction({ id: transaction.id })
  expect(waiting.transaction).toMatchObject({ status: 'SETTLING', waitingFor: 'operator_gas' })
  world.chain.ledger.holder(world.chain.operator.address).wei = 10n ** 20n
  expect((await settled(transaction.id)).status).toBe('SETTLED')
})

test('with the chain away every money call leaves a failed row', async () => {
  const other = (await tester.api.createWallet({ type: 'custodial' })).wallet.id
  const calls = [
    ['fund_failed', () => tester.api.fund({ walletId: wallet.id })],
    ['mint_failed', () => tester.api.mint({ walletId: wallet.id, amount: '1' })],
    ['transfer_failed', () => tester.api.transfer({ walletId: wallet.id, amount: '1', toWalletId: other })],
    ['redeem_failed', () => tester.api.redeem({ walletId: wallet.id, amount: '1' })],
  ] as const
  world.chain.faults.chainAway = true
  for (const [code, call] of calls) {
    const { code: told, details } = await refusal(call())
    expect([told, details]).toMatchObject([code, { transaction: { status: 'FAILED', txHash: null } }])
  }
  expect((await tester.api.listTransactions({ status: 'FAILED' })).total).toBe(calls.length)
})

test('a nonce that somebody else used fails the call, and only then', async () => {
  await funded('100', '60')
  world.chain.faults.broadcast = () => 'lost'
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, amount: '25', to: `0x${'1'.repeat(40)}` })
  delete world.chain.faults.broadcast
  const { ledger } = world.chain
  const { nonce } = ledger.holder(wallet.address as Address)
  ledger.take({ hash: '0xf0e', sender: wallet.address as Address, nonce, action: { do: 'nothing' }, cost: 0n })
  const failed = await settled(transaction.id)
  expect(failed).toMatchObject({ status: 'FAILED' })
  expect(failed.error).toContain('0xf0e')
})

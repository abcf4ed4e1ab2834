import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { funded, refusal, settled, setUpEach, tester, triple, wallet, world } from './payments-fixture.ts'

setUpEach()

test.each([
  ['FUND', () => tester.api.fund({ walletId: wallet.id, amount: '5', externalId: 'order 7' })],
  ['MINT', () => tester.api.mint({ walletId: wallet.id, amount: '5', externalId: 'order 7' })],
  ['REDEEM', () => tester.api.redeem({ walletId: wallet.id, amount: '5', externalId: 'order 7' })],
] as const)('a %s is found again by the externalId of whoever asked for it', async (type, pay) => {
  await funded('20', '10')
  const { transaction } = await pay()
  const { items } = await tester.api.listTransactions({ externalId: 'order 7' })
  expect(items).toMatchObject([{ id: transaction.id, type, externalId: 'order 7' }])
})

test('money goes from the faucet through all four verbs', async () => {
  const second = (await tester.api.createWallet({ type: 'custodial' })).wallet
  const fund = await tester.api.fund({ walletId: wallet.id })
  expect(fund.transaction).toMatchObject({
    type: 'FUND',
    status: 'SETTLED',
    amount: '100',
    token: 'STABLE',
    to: wallet.address,
  })
  const mint = await tester.api.mint({ walletId: wallet.id, amount: '60' })
  expect(mint.transaction).toMatchObject({ type: 'MINT', status: 'SETTLED', token: 'cSTABLE' })
  const transfer = await tester.api.transfer({
    walletId: wallet.id,
    amount: '25',
    toWalletId: second.id,
    externalId: 'rent',
  })
  expect(transfer.transaction).toMatchObject({ status: 'SETTLED', to: second.address, externalId: 'rent' })
  const redeem = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  expect(redeem.transaction).toMatchObject({ type: 'REDEEM', status: 'SETTLING', settlementTxHash: null })
  expect(await settled(redeem.transaction.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(await triple()).toEqual(['50', '25', '75'])
  expect(await triple(second.id)).toEqual(['0', '25', '25'])
})

test('a confidential move without cover fails, with both amounts, whatever the receipt says', async () => {
  await funded('100', '60')
  const { ledger } = world.chain
  world.chain.faults.broadcast = () => {
    ledger.holder(wallet.address as Address).handle = ledger.ciphertexts.encrypt(1_000_000n)
    return 'accepted'
  }
  const failure = await refusal(tester.api.transfer({ walletId: wallet.id, amount: '25', to: `0x${'1'.repeat(40)}` }))
  expect(failure.code).toBe('transfer_failed')
  const { items } = await tester.api.listTransactions({ type: 'TRANSFER' })
  expect(items[0]).toMatchObject({ status: 'FAILED' })
  expect(items[0]?.error).toMatch(/moved 0 cSTABLE instead of 25/)
})

test.each([
  ['too little public balance', { walletId: '', amount: '100.000001' }, 'mint' as const, 'amount'],
  ['too little confidential balance', { walletId: '', amount: '60.000001' }, 'redeem' as const, 'amount'],
  ['an unknown wallet', { walletId: 'nope', amount: '1' }, 'mint' as const, 'walletId'],
])('%s is a flaw of its field, and nothing is recorded', async (_, input, verb, path) => {
  await tester.api.fund({ walletId: wallet.id, amount: '160' })
  await tester.api.mint({ walletId: wallet.id, amount: '60' })
  const before = (await tester.api.listTransactions({})).total
  const failure = await refusal(tester.api[verb]({ ...input, walletId: input.walletId || wallet.id }))
  expect(failure.code).toBe('validation_error')
  expect(failure.details).toMatchObject([{ path }])
  expect((await tester.api.listTransactions({})).total).toBe(before)
})

test('forty redeems of one at once on a balance of twenty: twenty settle, twenty are refused', async () => {
  await funded('20', '20')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => tester.api.redeem({ walletId: wallet.id, amount: '1' })),
  )
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.transaction.id] : []))
  expect(made).toHaveLength(20)
  for (const id of made) expect((await settled(id)).status).toBe('SETTLED')
  expect(await triple()).toEqual(['20', '0', '20'])
})

test('the same holds while nothing is mined', async () => {
  await funded('20', '20')
  world.chain.ledger.automine = false
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      tester.api.transfer({ walletId: wallet.id, amount: '1', to: `0x${'1'.repeat(40)}` }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(20)
  world.chain.ledger.mine()
  expect(world.chain.ledger.confidentialOf(`0x${'1'.repeat(40)}` as Address)).toBe(20_000_000n)
})

test('an Idempotency-Key pays once, and its replay tells the current state', async () => {
  await funded('100', '60')
  const options = { idempotencyKey: 'invoice-7' }
  const first = await tester.api.redeem({ walletId: wallet.id, amount: '10' }, options)
  await settled(first.transaction.id)
  const again = await tester.ask(
    'POST',
    '/redeem',
    { amount: '10', walletId: wallet.id },
    { 'idempotency-key': 'invoice-7' },
  )
  expect(again.status).toBe(201)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const { data } = (await again.json()) as { data: typeof first }
  expect(data.transaction).toMatchObject({ id: first.transaction.id, status: 'SETTLED' })
  const other = await refusal(tester.api.redeem({ walletId: wallet.id, amount: '11' }, options))
  expect(other.code).toBe('idempotency_mismatch')
  expect(await triple()).toEqual(['50', '50', '100'])
})

test('two at once with one key: one pays, the other is told to wait', async () => {
  await funded('100', '60')
  const call = () => tester.api.redeem({ walletId: wallet.id, amount: '10' }, { idempotencyKey: 'k' })
  const ends = await Promise.allSettled([call(), call()])
  // Either may come first.
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const told = ends.find(({ status }) => status === 'rejected')
  expect(told).toMatchObject({ reason: { code: 'idempotency_in_progress' } })
  expect((await tester.api.listTransactions({ type: 'REDEEM' })).total).toBe(1)
})

test('a call that failed before anything was signed leaves its key free, and its row', async () => {
  await funded('100', '60')
  world.chain.faults.decryptionAway = true
  world.chain.ledger.holder(wallet.address as Address).handle = world.chain.ledger.ciphertexts.encrypt(60_000_000n)
  const call = () => tester.api.redeem({ walletId: wallet.id, amount: '10' }, { idempotencyKey: 'k' })
  const first = await refusal(call())
  expect([first.status, first.code]).toEqual([502, 'redeem_failed'])
  world.chain.faults.decryptionAway = false
  const { transaction } = await call()
  expect((await call()).transaction.id).toBe(transaction.id)
  expect((await settled(transaction.id)).status).toBe('SETTLED')
  const { items } = await tester.api.listTransactions({ type: 'REDEEM' })
  expect(items.map(({ status }) => status).sort()).toEqual(['FAILED', 'SETTLED'])
  expect(await triple()).toEqual(['50', '50', '100'])
})

test('a call that failed after it was signed replays its failure', async () => {
  await funded('100', '60')
  const { ledger } = world.chain
  world.chain.faults.broadcast = () => {
    ledger.holder(wallet.address as Address).handle = ledger.ciphertexts.encrypt(1_000_000n)
    return 'accepted'
  }
  const to = `0x${'1'.repeat(40)}`
  const call = () => tester.api.transfer({ walletId: wallet.id, amount: '25', to }, { idempotencyKey: 'k' })
  const first = await refusal(call())
  const second = await refusal(call())
  expect([first.code, second.code]).toEqual(['transfer_failed', 'transfer_failed'])
  expect(second.details).toEqual(first.details)
})

test('two readers of one redeem pay once', async () => {
  await funded('100', '60')
  world.chain.faults.unpublished = true
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.chain.faults.unpublished = false
  world.clock.pass(1_100)
  const { reconcile } = await import('../transactions/reconcile.ts')
  await Promise.all([1, 2, 3].map(() => reconcile(world, transaction.id)))
  expect(world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')).toHaveLength(1)
  expect(await triple()).toEqual(['50', '50', '100'])
})

test('no way to name a destination reaches a token contract, the zero address or the sender', async () => {
  await funded('100', '60')
  const [contract = ''] = world.chain.ownContracts
  for (const address of [contract, `0x${'0'.repeat(40)}`]) {
    expect((await refusal(tester.api.createWallet({ type: 'external', address }))).code).toBe('validation_error')
    expect((await refusal(tester.api.transfer({ walletId: wallet.id, amount: '1', to: address }))).code).toBe(
      'validation_error',
    )
  }
  const self = tester.api.transfer({ walletId: wallet.id, amount: '1', toWalletId: wallet.id })
  expect((await refusal(self)).details).toMatchObject([{ path: 'toWalletId' }])
})

import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusals.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: string }

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_RECEIPT_WAIT_MS: '2000',
    SOTTO_LIMIT_WRITES: '1000',
    SOTTO_LIMIT_READS: '1000',
  })
  tester = await createTester(world)
  wallet = (await tester.api.createWallet({ type: 'custodial' })).wallet
})

async function funded(stable: string, confidential: string) {
  await tester.api.fund({ walletId: wallet.id, amount: stable })
  await tester.api.mint({ walletId: wallet.id, amount: confidential })
}

async function triple(id = wallet.id) {
  const { balances } = await tester.api.getWallet({ id })
  return [balances.normal.amount, balances.confidential.amount, balances.total.amount]
}

async function settled(id: string) {
  for (let reads = 0; reads < 5; reads++) {
    world.clock.pass(1_100)
    const { transaction } = await tester.api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error('not settled')
}

async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Refusal) return outcome
  throw new Error(`expected a refusal, got ${outcome}`)
}

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

test('the faucet gives an account its share of the day', async () => {
  for (let call = 0; call < 10; call++) await tester.api.fund({ walletId: wallet.id, amount: '1000' })
  const refused = await tester.ask('POST', '/fund', { walletId: wallet.id, amount: '1' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  world.clock.pass(24 * 60 * 60_000)
  expect((await tester.api.fund({ walletId: wallet.id, amount: '1' })).transaction.status).toBe('SETTLED')
})

test('what a clock that was ahead has dated counts for a day from now, not for days', async () => {
  world.clock.pass(2 * 24 * 60 * 60_000)
  for (let call = 0; call < 10; call++) await tester.api.fund({ walletId: wallet.id, amount: '1000' })
  world.clock.pass(-2 * 24 * 60 * 60_000)
  const fund = () => tester.api.fund({ walletId: wallet.id, amount: '1000' })
  expect((await refusal(fund())).code).toBe('rate_limited')
  world.clock.pass(24 * 60 * 60_000 + 1)
  expect((await fund()).transaction.status).toBe('SETTLED')
})

const GWEI = 10n ** 9n
const gasCosts = (price: bigint) => {
  world.chain.fees = async () => ({ maxFee: price * 2n, priorityFee: 1n, gasPrice: price })
}
const weiOf = () => world.chain.ledger.holder(wallet.address as Address).wei

test('where gas is dear the faucet fills a tank that payments get through with', async () => {
  gasCosts(45n * GWEI)
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  expect(weiOf()).toBe((800_000n * 90n * GWEI * 5n) / 2n)
  expect((await tester.api.mint({ walletId: wallet.id, amount: '10' })).transaction.status).toBe('SETTLED')
})

test.each([
  ['the fee is above the ceiling', 600n, '0', /SOTTO_MAX_FEE_GWEI/],
  ['the wallet has too little and the faucet can help', 100n, '0', /fund it first/],
  ['a payment takes more than the faucet gives in a day', 400n, '0', /more than the faucet gives in a day/],
])('a payment says which it is: %s', async (_, price, wei, says) => {
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  world.chain.ledger.holder(wallet.address as Address).wei = BigInt(wei)
  gasCosts(price * GWEI)
  const { code, details } = await refusal(tester.api.mint({ walletId: wallet.id, amount: '10' }))
  expect(code).toBe('validation_error')
  expect(JSON.stringify(details)).toMatch(says)
})

test.each([
  ['the faucet is empty', 100n, /faucet has too little ETH/],
  ['the fee is above the ceiling', 600n, /SOTTO_MAX_FEE_GWEI/],
])('so does the faucet: %s', async (_, price, says) => {
  gasCosts(price * GWEI)
  world.chain.ledger.holder(world.chain.operator.address).wei = 0n
  const failure = await refusal(tester.api.fund({ walletId: wallet.id, amount: '100' }))
  expect([failure.code, failure.message]).toEqual(['fund_failed', expect.stringMatching(says)])
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

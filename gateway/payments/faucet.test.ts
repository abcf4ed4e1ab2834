import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { refusal, setUpEach, tester, wallet, world } from './payments-fixture.ts'

setUpEach()

const GWEI = 10n ** 9n

const gasCosts = (price: bigint) => {
  world.chain.fees = async () => ({ maxFee: price * 2n, priorityFee: 1n, gasPrice: price })
}

const weiOf = () => world.chain.ledger.holder(wallet.address as Address).wei

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

test('where gas is dear the faucet fills a tank that payments get through with', async () => {
  gasCosts(45n * GWEI)
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  expect(weiOf()).toBe((850_000n * 90n * GWEI * 5n) / 2n)
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

import { expect, test } from 'vitest'
import type { TransferRequest } from '#shared/api/payments.ts'
import { type Flaw, type FlawReason, flawReasons } from '#shared/refusal.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createTester } from '../testing/test-world.ts'
import { funded, setUpEach, tester, wallet, world } from './payments-fixture.ts'

setUpEach()

const STRANGER = `0x${'2'.repeat(40)}`
const amount = '5'

async function refused(pay: () => Promise<unknown>): Promise<{ code: string; flaws: Flaw[] }> {
  const error = await pay().then(
    () => expect.fail('it was paid'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refused)) throw error
  return { code: error.code, flaws: error.details as Flaw[] }
}

const send = (more: Partial<TransferRequest>) =>
  tester.api.transfer({ walletId: wallet.id, amount, ...more } as TransferRequest)
const noGas = () => {
  world.chain.ledger.holder(wallet.address as `0x${string}`).wei = 0n
}
const external = async () => {
  const made = await tester.api.createWallet({ type: 'external', address: STRANGER })
  return made.wallet.id
}
const foreign = async () => {
  const eve = await createTester(world)
  return (await eve.api.createWallet({ type: 'custodial' })).wallet.id
}

/** Every refusal of a payment that is well written, by what makes it. */
const table: [string, () => Promise<unknown>, Flaw['path'], FlawReason][] = [
  [
    'a mint beyond the balance',
    () => tester.api.mint({ walletId: wallet.id, amount: '41' }),
    'amount',
    'insufficient_balance',
  ],
  ['a confidential transfer beyond it', () => send({ to: STRANGER, amount: '61' }), 'amount', 'insufficient_balance'],
  ['a public one', () => send({ to: STRANGER, token: 'STABLE', amount: '41' }), 'amount', 'insufficient_balance'],
  ['a redeem', () => tester.api.redeem({ walletId: wallet.id, amount: '61' }), 'amount', 'insufficient_balance'],
  [
    'a wallet without gas',
    () => {
      noGas()
      return send({ to: STRANGER })
    },
    'walletId',
    'insufficient_gas',
  ],
  [
    'a wallet without as much gas as the faucet gives in a day',
    () => {
      noGas()
      world.config.SOTTO_LIMIT_GAS = 1n
      return send({ to: STRANGER })
    },
    'walletId',
    'insufficient_gas',
  ],
  [
    'gas that costs more than the gateway may pay',
    () => {
      const price = 600n * 10n ** 9n
      noGas()
      world.chain.fees = async () => ({ maxFee: price * 2n, priorityFee: 1n, gasPrice: price })
      return send({ to: STRANGER })
    },
    'walletId',
    'gas_price',
  ],
  ['a wallet that does not exist', () => send({ walletId: 'nothing', to: STRANGER }), 'walletId', 'unknown_wallet'],
  [
    "another account's wallet",
    async () => send({ walletId: await foreign(), to: STRANGER }),
    'walletId',
    'unknown_wallet',
  ],
  [
    "a fund to another account's",
    async () => tester.api.fund({ walletId: await foreign() }),
    'walletId',
    'unknown_wallet',
  ],
  [
    'a receiving wallet of another account',
    async () => send({ toWalletId: await foreign() }),
    'toWalletId',
    'unknown_wallet',
  ],
  [
    'a wallet that is watched',
    async () => send({ walletId: await external(), to: STRANGER }),
    'walletId',
    'external_wallet',
  ],
  ['the zero address', () => send({ to: `0x${'0'.repeat(40)}` }), 'to', 'recipient'],
  ['the sending wallet', () => send({ toWalletId: wallet.id }), 'toWalletId', 'recipient'],
  ['the operator', () => send({ to: world.chain.operator.address }), 'to', 'recipient'],
  ['a contract of the token', () => send({ to: String(world.chain.ownContracts[0]).toLowerCase() }), 'to', 'recipient'],
]

test.each(table)('%s is refused with a reason that a client can act on', async (_, pay, path, reason) => {
  await funded('100', '60')
  const { code, flaws } = await refused(pay)
  expect({ code, flaws }).toEqual({
    code: 'validation_error',
    flaws: [{ path, message: expect.stringMatching(/\w{3}/), reason }],
  })
})

test.each([
  ['STABLE', 'amount', () => (world.config.SOTTO_LIMIT_FAUCET = 7_000_000n)],
  ['gas of the operator', '', () => (world.config.SOTTO_LIMIT_GAS = 1n)],
])('the limit of the faucet is a reason too: %s', async (_, path, lower) => {
  await tester.api.fund({ walletId: wallet.id, amount })
  lower()
  const { code, flaws } = await refused(() => tester.api.fund({ walletId: wallet.id, amount }))
  const message = expect.stringMatching(/^the faucet spends at most /)
  expect({ code, flaws }).toEqual({ code: 'rate_limited', flaws: [{ path, message, reason: 'limit' }] })
})

test('every reason of the list is given by one of these', () => {
  expect(new Set([...table.map(([, , , reason]) => reason), 'limit'])).toEqual(new Set(flawReasons))
})

test('what is written wrong is refused without one: no state is behind it', async () => {
  for (const wrong of [{ to: STRANGER, token: 'GOLD' }, { to: STRANGER, amount: '0' }, { to: 'me' }]) {
    const { flaws } = await refused(() => send(wrong as Partial<TransferRequest>))
    for (const flaw of flaws) expect(Object.keys(flaw)).not.toContain('reason')
  }
})

test('a foreign wallet and one that does not exist are told apart by nothing', async () => {
  const [a, b] = [
    await refused(async () => send({ walletId: await foreign(), to: STRANGER })),
    await refused(() => send({ walletId: 'x', to: STRANGER })),
  ]
  expect(a).toEqual(b)
})

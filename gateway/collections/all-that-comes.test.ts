import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { wrongTotals } from '../transactions/totals-store.ts'
import { ask, has, now, settle, setUpEach, shop, stranger, till, world } from './requests-fixture.ts'

setUpEach()

const wrapTo = (to: string, units = '5000000') => stranger.send({ do: 'wrap', units, to: to as Address })

/** Burns cSTABLE of a stranger for this receiver, and pays it out: two transactions, as on a live chain. */
function unwrapTo(to: string): void {
  const { ledger } = world.chain
  const { hash } = stranger.send({ do: 'unwrap', handle: ledger.ciphertexts.encrypt(5_000_000n) })
  const request = ledger.mined.get(hash)?.receipt.unwraps[0]?.request as Hex
  Object.assign(ledger.requests.get(request) ?? {}, { receiver: to })
  stranger.send({ do: 'finalize', request, units: '5000000' })
}

/** What came in, as the transactions of the request say it. */
async function payments({ transactions }: PaymentRequest) {
  const all = await Promise.all(transactions.map((id) => shop.api.getTransaction({ id })))
  return all.flatMap(({ transaction: { type, amount, token, from } }) =>
    type === 'RECEIVE' ? [[amount, token, from]] : [],
  )
}

const cases = [
  ['wrapped', 'cSTABLE', wrapTo, () => `0x${'0'.repeat(40)}`, ['0', '5']],
  ['unwrapped', 'STABLE', unwrapTo, () => world.chain.tokens.cstable.address, ['5', '0']],
] as const

test.each(cases)(
  'what is %s straight to its address pays a request, and is collected',
  async (_, token, pay, from, at) => {
    const request = await ask({ token })
    pay(request.address)
    await settle()
    const paid = await now(request)
    expect(paid).toMatchObject({ status: 'PAID', received: '5', overpaid: false, late: false })
    expect(await payments(paid)).toEqual([['5', token, from()]])
    expect(await has()).toEqual(at)
    expect(await wrongTotals(world.db)).toEqual([])
  },
)

test.each(cases)('money that a payer %s to its address after the end is late', async (_, token, pay, _from, at) => {
  const request = await ask({ token })
  await shop.api.cancelRequest({ id: request.id })
  pay(request.address)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'CANCELLED', received: '5', late: true })
  expect(await has()).toEqual(at)
})

test.each(cases)('money that a payer %s to a wallet is in its balance alone', async (_, _token, pay, _from, at) => {
  pay(till.address)
  await settle()
  expect(await has()).toEqual(at)
  expect((await shop.api.listTransactions({ direction: 'all' })).items).toEqual([])
})

test.each(cases)('the receipt of money that a payer %s to a request is valid', async (_, token, pay, from) => {
  const request = await ask({ token })
  pay(request.address)
  await settle()
  const [id = ''] = (await now(request)).transactions
  const { nota } = await shop.api.getTransactionNota({ id })
  const subject = { from: from(), to: request.address, amount: '5' }
  expect(await shop.api.verifyNota({ nota })).toMatchObject({ type: 'receipt', valid: true, subject })
})

test('what came late while the gateway was away is late, and what came in time is not', async () => {
  const expiresAt = new Date(world.clock.now() + 60_000).toISOString()
  const [unpaid, half, paid] = [await ask({ expiresAt }), await ask({ expiresAt }), await ask({ expiresAt })]
  for (const [{ address }, units] of [
    [half, 2_000_000n],
    [paid, 5_000_000n],
  ] as const)
    stranger.payHidden(address as Address, units)
  world.clock.pass(600_000)
  for (const { address } of [unpaid, half, paid]) stranger.payHidden(address as Address, 5_000_000n)
  await settle()
  expect(await now(unpaid)).toMatchObject({ status: 'EXPIRED', received: '5', late: true })
  expect(await now(half)).toMatchObject({ status: 'EXPIRED', received: '7', late: true })
  expect(await now(paid)).toMatchObject({ status: 'PAID', received: '10', late: true, overpaid: true })
  expect(await has()).toEqual(['0', '22'])
})

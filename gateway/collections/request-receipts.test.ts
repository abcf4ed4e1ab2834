import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ask, buyer, now, settle, setUpEach, shop, stranger } from './requests-fixture.ts'

setUpEach()

test('the account that is paid at the address of a request can compare its receipts with the chain, and no other account can', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 5_000_000n)
  await settle()
  const { transactions } = await now(request)
  const rows = await Promise.all(transactions.map(async (id) => (await shop.api.getTransaction({ id })).transaction))
  expect(rows.map(({ type }) => type)).toEqual(['RECEIVE', 'TRANSFER'])
  for (const id of transactions) {
    const { nota } = await shop.api.getTransactionNota({ id })
    const { valid, checks } = await shop.api.verifyNota({ nota })
    expect([valid, checks.filter(({ result }) => result !== 'passed')]).toEqual([true, []])
    const others = await buyer.api.verifyNota({ nota })
    expect(others.checks.at(-1)).toMatchObject({ name: 'amount_on_chain', result: 'not_checked' })
  }
})

import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../db/database.ts'
import { setPolicy } from '../policies/store.ts'
import { inSession } from '../testing/visitor.ts'
import { funded, refusal, setUpEach, tester, triple, wallet, world } from './payments-fixture.ts'

setUpEach()

const withoutOperator = () => Object.assign(world.chain, { operator: undefined })

test.each(['backed', 'float'] as const)(
  'without an operator key, what it pays is refused and leaves no row, and what wallets pay is paid: %s',
  async (mode) => {
    await funded('100', '60')
    Object.assign(world.config, { SOTTO_REDEEM_MODE: mode })
    const { total } = await tester.api.listTransactions({})
    withoutOperator()
    for (const call of [
      () => tester.api.fund({ walletId: wallet.id, amount: '1' }),
      () => tester.api.redeem({ walletId: wallet.id, amount: '1' }),
    ]) {
      const { status, code, message } = await refusal(call())
      expect([status, code, message]).toEqual([503, 'not_configured', expect.stringContaining('SOTTO_OPERATOR_KEY')])
    }
    expect((await tester.api.listTransactions({})).total).toBe(total)
    await tester.api.mint({ walletId: wallet.id, amount: '1' })
    expect(await triple()).toEqual(['39', '61', '100'])
  },
)

test('a redeem that a person approves without an operator key goes on waiting', async () => {
  await funded('100', '60')
  const policy = Policy.parse({ approveAbove: '1' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', tester.accountId, policy))
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '5' })
  withoutOperator()
  const approve = async () =>
    (await inSession(world, tester)).tell('POST', `/transactions/${transaction.id}/approve`, {})
  expect(await approve()).toMatchObject({ code: 'not_configured' })
  expect((await tester.api.listApprovals({})).approvals).toHaveLength(1)
})

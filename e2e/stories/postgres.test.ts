import { expect, test } from 'vitest'
import { conformance } from '../conformance/kit/suite.ts'
import { settled, triple } from '../harness/gateway.ts'

const stage = conformance({
  // Every code of every endpoint takes minutes, which the run on SQLite has spent already; ALL_CODES=1 spends them here.
  codes: process.env.ALL_CODES === undefined ? 'each once' : 'all',
  engine: 'postgres',
})

test('on PostgreSQL a payment settles, from the proof to the payout', async () => {
  const { api, other } = await stage().actor('sound')
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  await api.mint({ walletId: wallet.id, amount: '60' })
  const sent = await api.transfer({ walletId: wallet.id, amount: '25', toWalletId: other })
  expect((await settled(api, sent.transaction.id)).status).toBe('SETTLED')
  const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
  expect((await settled(api, transaction.id)).status).toBe('SETTLED')
  expect(await triple(api, wallet.id)).toEqual(['50', '25', '75'])
})

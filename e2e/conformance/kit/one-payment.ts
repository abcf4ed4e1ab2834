import { expect } from 'vitest'
import { settled, triple } from '../../harness/gateway.ts'
import type { Stage } from './stage.ts'

/** A wallet is filled, pays another one, and takes some of the rest out again. */
export async function settlesAPayment(stage: Stage): Promise<void> {
  const { api, other } = await stage.actor('sound')
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  await api.mint({ walletId: wallet.id, amount: '60' })
  const sent = await api.transfer({ walletId: wallet.id, amount: '25', toWalletId: other })
  expect((await settled(api, sent.transaction.id)).status).toBe('SETTLED')
  const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
  expect((await settled(api, transaction.id)).status).toBe('SETTLED')
  expect(await triple(api, wallet.id)).toEqual(['50', '25', '75'])
}

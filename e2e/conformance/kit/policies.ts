import type { PolicyInput } from '#shared/model/policy.ts'
import type { Actor, Cookie } from './actor.ts'
import { call } from './second-factors.ts'

/** A wallet with some money and a policy of its own, so that no other row is bound by it. */
export async function boundWallet(actor: Actor, policy: PolicyInput): Promise<string> {
  const { wallet } = await actor.api.createWallet({ type: 'custodial' })
  await actor.api.fund({ walletId: wallet.id, amount: '5' })
  const headers = await actor.newSession()
  await call(actor, 'patchWallet', { headers, params: { id: wallet.id }, body: { policy } })
  return wallet.id
}

/** A payment that waits for a person, and a session in which one may approve it. */
export async function waitingPayment(actor: Actor): Promise<{ params: { id: string }; headers: Cookie }> {
  const walletId = await boundWallet(actor, { approveAbove: '0' })
  const asked = { walletId, amount: '1', token: 'STABLE', toWalletId: actor.other }
  const { transaction } = await actor.api.transfer(asked)
  return { params: { id: transaction.id }, headers: await actor.newSession() }
}

/** The same of a batch that is paused. Throws where the chain cannot be reached: the batch would wait for it. */
export async function pausedRow(actor: Actor): Promise<{ params: { id: string }; headers: Cookie }> {
  const walletId = await boundWallet(actor, { approveAbove: '0' })
  const rows = [{ walletId, amount: '1', token: 'STABLE', toWalletId: actor.other }]
  const { id } = (await actor.api.createBatch({ rows })).batch
  await actor.api.startBatch({ id })
  for (;;) {
    await actor.api.getBalances({ walletId: actor.wallet })
    const [row] = (await actor.api.listBatchRows({ id })).items
    if (row?.status === 'PENDING' && row.transactionId !== null) {
      await actor.api.pauseBatch({ id })
      return { params: { id: row.transactionId }, headers: await actor.newSession() }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

import { Refused } from '#shared/refusal-codes.ts'
import type { Findings } from '../checks/check.ts'
import type { Random } from '../random.ts'
import type { Mode } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { playScene } from './scene.ts'

/**
 * A real TFHE proof, made by Zama's client as on a live network, that the relayer does not accept: the payment fails
 * before anything is signed, and the next one, whose proof is accepted, is made.
 */
export async function proofRun(plan: { mode: Mode; random: Random; say(text: string): void }): Promise<Findings> {
  const settings = { SOTTO_FULL_PROOFS: 'on', SOTTO_RECEIPT_WAIT_MS: '60000' }
  return playScene({ ...plan, settings, relayerVersion: 2, clients: 0 }, async ({ stage, wallets: [wallet] }) => {
    if (wallet === undefined) throw new Error('no wallet')
    const api = apiOf(stage, wallet.account)
    const pay = () => api.transfer({ walletId: wallet.id, amount: '1', to: `0x${'e1'.repeat(20)}` })
    stage.relayer.on('not accepted', { ...plan.random, chance: () => true })
    const refusal = await pay().catch((error: unknown) => error)
    stage.relayer.off()
    if (!(refusal instanceof Refused && refusal.code === 'transfer_failed'))
      throw new Error(`expected a 502: ${refusal}`)
    const { transaction } = await pay()
    if (transaction.status !== 'SETTLED') throw new Error(`an accepted proof ended ${transaction.status}`)
    plan.say(`${plan.mode}: a proof that was not accepted moved nothing; the next one was paid`)
  })
}

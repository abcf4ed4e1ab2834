import type { EndpointName } from '#shared/api/endpoints.ts'
import type { policyEndpoints } from '#shared/api/policies.ts'
import { ask, question } from './kit/ask.ts'
import { boundWallet, pausedRow, waitingPayment } from './kit/policies.ts'
import type { Provocation, Rows } from './kit/row.ts'
import { call, newPasskey } from './kit/second-factors.ts'

const pausedBatch =
  (name: EndpointName & ('approvalOptions' | 'approveTransaction')): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, question(name, undefined, { ...(await pausedRow(actor)), body: {} }))
  }

/** A second decision finds nothing that waits. */
const notWaiting =
  (name: EndpointName & ('approvalOptions' | 'approveTransaction' | 'rejectTransaction')): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    const decided = await waitingPayment(actor)
    await call(actor, 'rejectTransaction', decided)
    const body = name === 'rejectTransaction' ? {} : { body: {} }
    return ask(actor.url, question(name, undefined, { ...decided, ...body }))
  }

export const policyRows: Rows<keyof typeof policyEndpoints> = {
  getPolicy: { example: async ({ newSession }) => ({ headers: await newSession() }), refusals: {} },
  putPolicy: {
    example: async ({ newSession }) => ({ headers: await newSession(), body: { policy: { maxPerDay: '100000' } } }),
    refusals: {},
  },
  listApprovals: {
    async example(actor) {
      await waitingPayment(actor)
      return {}
    },
    refusals: {},
  },
  approvalOptions: {
    example: async (actor) => ({ ...(await waitingPayment(actor)), body: {} }),
    refusals: { not_waiting: notWaiting('approvalOptions'), batch_conflict: pausedBatch('approvalOptions') },
  },
  approveTransaction: {
    example: async (actor) => ({ ...(await waitingPayment(actor)), body: {} }),
    refusals: {
      not_waiting: notWaiting('approveTransaction'),
      batch_conflict: pausedBatch('approveTransaction'),
      async own_payment(stage) {
        const actor = await stage.actor('sound')
        const walletId = await boundWallet(actor, { approveAbove: '0' })
        const headers = await actor.newSession()
        const body = { walletId, amount: '1', token: 'STABLE', toWalletId: actor.other }
        const { transaction } = await call(actor, 'transfer', { headers, body })
        const params = { id: (transaction as { id: string }).id }
        return ask(actor.url, question('approveTransaction', undefined, { params, headers, body: {} }))
      },
      async reauthentication_required(stage) {
        const actor = await stage.actor('sound')
        const { params } = await waitingPayment(actor)
        const headers = await actor.newSession({ agoMs: 20 * 60_000 })
        return ask(actor.url, question('approveTransaction', undefined, { params, headers, body: {} }))
      },
      /** An account that has a passkey approves with it alone. */
      async invalid_passkey(stage) {
        const actor = await stage.actor('sound')
        const { params, headers } = await waitingPayment(actor)
        const { passkey } = await call(actor, 'addPasskey', await newPasskey(actor, headers))
        const answer = await ask(actor.url, question('approveTransaction', undefined, { params, headers, body: {} }))
        await call(actor, 'removePasskey', { headers, params: { id: (passkey as { id: string }).id } })
        return answer
      },
    },
  },
  rejectTransaction: {
    example: waitingPayment,
    refusals: { not_waiting: notWaiting('rejectTransaction') },
  },
}

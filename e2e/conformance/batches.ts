import type { batchEndpoints } from '#shared/api/batches.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { addRival, removeRival } from './kit/rival.ts'
import type { Provocation, Rows } from './kit/row.ts'

const anywhere = `0x${'1'.repeat(40)}`
const rowsOf = ({ wallet }: Actor) => [{ walletId: wallet, amount: '0.000001', to: anywhere }]

/** A draft that is never started. */
const drafted = async (actor: Actor) => (await actor.api.createBatch({ rows: rowsOf(actor) })).batch.id
const started = async (actor: Actor) => {
  const id = await drafted(actor)
  await actor.api.startBatch({ id })
  return id
}
const paused = async (actor: Actor) => {
  const id = await started(actor)
  await actor.api.pauseBatch({ id }).catch(() => undefined)
  return id
}
const cancelled = async (actor: Actor) => {
  const id = await drafted(actor)
  await actor.api.cancelBatch({ id })
  return id
}

const of = (make: (actor: Actor) => Promise<string>) => async (actor: Actor) => ({ params: { id: await make(actor) } })

type Change = 'startBatch' | 'pauseBatch' | 'resumeBatch' | 'cancelBatch' | 'retryBatch'

/** Of a batch that was cancelled, or, where that is what is asked, has been paid. */
const tooLate =
  (name: Change, make: (actor: Actor) => Promise<string> = cancelled): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, question(name, actor.apiKey, { params: { id: await make(actor) }, body: {} }))
  }

/** Throws where the chain cannot be reached: the batch would wait for it. */
const paid = async (actor: Actor) => {
  const id = await started(actor)
  for (;;) {
    await actor.api.getBalances({ walletId: actor.wallet })
    const { status } = (await actor.api.getBatch({ id })).batch
    if (status === 'DONE') return id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const batchRows: Rows<keyof typeof batchEndpoints> = {
  listBatches: { example: async () => ({ query: { pageSize: '5' } }), refusals: {} },
  createBatch: {
    example: async (actor) => ({ body: { name: 'Payroll', rows: rowsOf(actor) } }),
    refusals: {
      /** As of contacts: only another process can come in between. */
      async idempotency_in_progress(stage) {
        const actor = await stage.actor('sound')
        await actor.inStore(({ db }) => addRival(db))
        const request = question('createBatch', actor.apiKey, { body: { rows: rowsOf(actor) } })
        const headers = { ...request.headers, 'idempotency-key': 'a batch meanwhile' }
        const answer = await ask(actor.url, { ...request, headers })
        await actor.inStore(({ db }) => removeRival(db))
        return answer
      },
    },
  },
  getBatch: { example: of(drafted), refusals: {} },
  listBatchRows: { example: of(drafted), refusals: {} },
  batchResult: { example: of(drafted), refusals: {} },
  batchReportXml: { example: of(drafted), refusals: {} },
  batchReceipts: {
    example: of(paid),
    refusals: {
      async upstream_unavailable(stage) {
        const params = { id: await paid(await stage.actor('hasty')) }
        return stage.severed(({ url, apiKey }) => ask(url, question('batchReceipts', apiKey, { params })))
      },
    },
  },
  startBatch: {
    example: async (actor) => ({ params: { id: await drafted(actor) }, body: {} }),
    refusals: { batch_conflict: tooLate('startBatch') },
  },
  pauseBatch: { example: of(paused), refusals: { batch_conflict: tooLate('pauseBatch') } },
  resumeBatch: { example: of(started), refusals: { batch_conflict: tooLate('resumeBatch') } },
  cancelBatch: { example: of(drafted), refusals: { batch_conflict: tooLate('cancelBatch', paid) } },
  retryBatch: { example: of(started), refusals: { batch_conflict: tooLate('retryBatch') } },
}

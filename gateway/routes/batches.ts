import type { Caller } from '../auth/caller.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { cancelBatch, pauseBatch, resumeBatch, retryBatch, startBatch } from '../batches/change-batch.ts'
import { createBatch } from '../batches/draft/create-batch.ts'
import { allRows, batchAnswer, ownBatch, ownBatches, ownRows } from '../batches/own-batches.ts'
import { pain002 } from '../batches/result/pain002.ts'
import { ownReceipts } from '../batches/result/receipts.ts'
import { resultCsv } from '../batches/result/result-csv.ts'
import type { Batch } from '../batches/store.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import type { World } from '../world/world.ts'

type Change = (world: World, caller: Caller, id: string) => Promise<Batch>
type Call = { caller: Caller; params: { id: string }; context: RequestContext }

export function batchRoutes(world: World) {
  const changed =
    (change: Change) =>
    async ({ caller, params, context }: Call) => {
      context.audit.subject = params.id
      return { batch: batchAnswer(await change(world, caller, params.id)) }
    }
  return {
    async listBatches({ caller, query }) {
      const { items, total } = await ownBatches(world, caller, query)
      return { items: items.map(batchAnswer), page: query.page, pageSize: query.pageSize, total }
    },
    createBatch: ({ caller, body, idempotencyKey, context }) =>
      once(world, {
        endpoint: 'createBatch',
        kind: 'batch',
        caller,
        key: idempotencyKey,
        body,
        async run(claim) {
          const batch = await createBatch(world, caller, body, claim)
          context.audit.subject = batch.id
          return { batch: batchAnswer(batch) }
        },
        replay: async (id) => ({ batch: batchAnswer(await ownBatch(world, caller, id)) }),
      }),
    getBatch: async ({ caller, params }) => ({ batch: batchAnswer(await ownBatch(world, caller, params.id)) }),
    async listBatchRows({ caller, params, query }) {
      const { items, total } = await ownRows(world, caller, params.id, query)
      return { items, page: query.page, pageSize: query.pageSize, total }
    },
    async batchResult({ caller, params }) {
      const { id } = await ownBatch(world, caller, params.id)
      return resultCsv(allRows(world, caller, id))
    },
    async batchReportXml({ caller, params }) {
      const batch = await ownBatch(world, caller, params.id)
      return pain002(batch, allRows(world, caller, batch.id), world.clock.now())
    },
    async batchReceipts({ caller, params, query }) {
      const { items, total } = await ownReceipts(world, caller, params.id, query)
      return { items, page: query.page, pageSize: query.pageSize, total }
    },
    startBatch: ({ body, ...call }) =>
      changed((_, caller, id) => startBatch(world, caller, id, body.skipFlaws === true))(call),
    pauseBatch: changed(pauseBatch),
    resumeBatch: ({ body, ...call }) =>
      changed((_, caller, id) => resumeBatch(world, caller, id, body.payDuplicates === true))(call),
    cancelBatch: changed(cancelBatch),
    retryBatch: ({ body, ...call }) =>
      changed((_, caller, id) => retryBatch(world, caller, id, body.payDuplicates === true))(call),
  } satisfies Partial<Handlers>
}

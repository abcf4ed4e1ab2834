import type { NewBatch } from '#shared/api/batches.ts'
import type { Caller } from '../../auth/caller.ts'
import { atomically } from '../../db/database.ts'
import type { Claim } from '../../idempotency/fingerprint.ts'
import { insertClaim } from '../../idempotency/store.ts'
import { nextTurn } from '../../world/next-turn.ts'
import type { World } from '../../world/world.ts'
import { csvRows } from '../file/csv.ts'
import type { Given, GivenRows } from '../file/given.ts'
import { pain001Rows } from '../file/pain001.ts'
import { rowId } from '../identity.ts'
import { insertRows, type NewRow, sealRow } from '../rows-store.ts'
import { type Batch, findBatch, insertBatch } from '../store.ts'
import { added, type Totals } from '../totals.ts'
import { checkRows } from './check-rows.ts'
import { duplicatesOf, type Marked, marked } from './duplicates.ts'
import { reportOf } from './report.ts'

/**
 * Checks many payments and stores them as a draft. Under an `Idempotency-Key` every copy of the data gives the batch the same
 * ID, and so its rows the same payments: one that a restore has lost is made again, and pays nothing that was paid.
 */
export async function createBatch(world: World, caller: Caller, input: NewBatch, claim?: Claim): Promise<Batch> {
  const { db, keys } = world
  const accountId = caller.account.id
  const given = givenIn(input, world.clock.now())
  const checked = marked(world, accountId, await checkRows(world, caller, given, input))
  // The start of the batch looks for payments made from now on, which the report may lack. Batches have the time that all gateways
  // share, single payments the time of their gateway: the earlier of both counts. A single payment of another gateway, whose clock
  // is behind, can still be missed.
  const at = Math.min(world.clock.now(), await world.sharedNow(db))
  const report = await reportOf(world, caller, checked, {
    at,
    duplicates: await duplicatesOf(world, accountId, checked, at),
  })
  const id = claim?.rowId ?? world.newId()
  const now = await world.sharedNow(db)
  const rows = checked.map((row) => rowOf(world, accountId, id, row, now))
  const sealed = await inTurns(rows, (row) => sealRow(keys, row))
  const totals = rows.reduce<Totals>((sums, row) => added(sums, row.status, row), {})
  const content = { accountId, name: input.name ?? null, messageId: given.messageId, report }
  await atomically(db, async (trx) => {
    await insertBatch(trx, keys, { id, ...content, rowCount: rows.length, totals, now })
    await insertRows(trx, sealed)
    if (claim !== undefined) await insertClaim(trx, claim, id, now)
  })
  const batch = await findBatch(db, keys, accountId, id)
  if (batch === undefined) throw new Error(`batch ${id} is gone`)
  return batch
}

function givenIn({ rows, csv, columns, pain001 }: NewBatch, now: number): GivenRows {
  if (csv !== undefined) return csvRows(csv, columns)
  if (pain001 !== undefined) return pain001Rows(pain001, now)
  return { rows: (rows ?? []).map(asGiven), columns: {}, messageId: null }
}

/** Null and an empty text are a field that is not there, as in a table. */
function asGiven(row: NonNullable<NewBatch['rows']>[number]): Given {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return { line: null, fields: Object.fromEntries(fields) }
}

function rowOf(world: World, accountId: string, batchId: string, checked: Marked, createdAt: number): NewRow {
  const { row, line, given, payable, flaws, alike } = checked
  const asked = {
    ...{ batchId, row, retryOf: null, tries: 0, given },
    walletId: payable?.wallet.id ?? null,
    token: payable?.token ?? null,
    units: payable?.units ?? null,
    to: payable?.to ?? null,
  }
  return {
    ...asked,
    id: rowId(world.keys, accountId, asked),
    accountId,
    line,
    status: payable === undefined ? 'INVALID' : 'WAITING',
    error: payable === undefined ? flaws.map(({ column, message }) => `${column} ${message}`.trim()).join('; ') : null,
    retriedAs: null,
    alike,
    createdAt,
  }
}

const IN_A_ROW = 200

/** Other requests get their turn in between. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  for (const [index, item] of items.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await nextTurn()
    done.push(work(item))
  }
  return done
}

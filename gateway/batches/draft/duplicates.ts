import type { Duplicate } from '#shared/model/batch.ts'
import type { Address } from '#shared/model/ids.ts'
import type { TokenHash } from '../../crypto/keyring.ts'
import { nextTurn } from '../../world/next-turn.ts'
import type { World } from '../../world/world.ts'
import { alikeHash, alikeOf } from '../identity.ts'
import { rowsAfter } from '../rows-store.ts'
import type { Checked } from './check-rows.ts'
import { type Due, dueRows, opened, paidSince, paidTo, rowsAlike, statusesOf } from './earlier-store.ts'

const LOOK_BACK_MS = 90 * 86_400_000

export type Marked = Checked & { alike: TokenHash | null }

/** With what each pays, as a keyed hash. */
export function marked(world: World, accountId: string, rows: readonly Checked[]): Marked[] {
  return rows.map((row) => {
    const { payable, given } = row
    if (payable === undefined) return { ...row, alike: null }
    const { to, token, units } = payable
    const externalId = given.externalId ?? null
    return { ...row, alike: alikeHash(world.keys, accountId, { to, token, units, externalId }) }
  })
}

/**
 * Rows that pay what another row pays, or what the account has paid within 90 days: a person says whether that is meant. `now`: of
 * the report.
 */
export async function duplicatesOf(
  world: World,
  accountId: string,
  rows: readonly Marked[],
  now: number,
): Promise<Duplicate[]> {
  const earlier = await earlierOf(world, accountId, rows, now)
  const first = new Map<TokenHash, number>()
  return rows.flatMap(({ row, line, alike }) => {
    if (alike === null) return []
    const before = first.get(alike)
    if (before === undefined) first.set(alike, row)
    const nothing = { row: null, batchId: null, transactionId: null, at: null }
    const of = before === undefined ? earlier.get(alike) : { ...nothing, row: before }
    return of === undefined ? [] : [{ row, line, of: { ...nothing, ...of } }]
  })
}

/** So many amounts are opened before others get their turn. */
const IN_A_ROW = 200

/**
 * Which of these rows pay what the account has paid singly since, and by which payment. A payment with the ID of a row, or of its
 * retry, is that row's: it came back from the chain after a restore.
 */
export async function paidSinglySince(world: World, due: Due): Promise<{ row: number; transactionId: string }[]> {
  const { db, keys } = world
  const { accountId, batchId, since } = due
  const singles = await paidSince(db, accountId, since)
  if (singles.length === 0) return []
  const rows = await dueRows(db, due)
  const own = new Set([...rows.map(({ id }) => id), ...due.failed.values()])
  const paid = new Map<TokenHash | null, string>()
  const unnamed = new Map<TokenHash | null, string>()
  for (const [index, single] of singles.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await nextTurn()
    const { id, toAddress: to, token, units, externalId, isUnnamed } = opened(keys, single)
    if (to === null || own.has(id)) continue
    const some = isUnnamed ? unnamed : paid
    some.set(alikeHash(keys, accountId, { to, token, units, externalId }), id)
  }
  const again = new Map<number, string>()
  const keep = (row: number, by: string | undefined) => by !== undefined && again.set(row, by)
  for (const { row, alike } of rows) keep(row, paid.get(alike))
  if (unnamed.size > 0)
    for (const status of statusesOf(due))
      for (const row of await rowsAfter(db, keys, batchId, { after: 0, most: Number.MAX_SAFE_INTEGER, status }))
        if (own.has(row.id)) keep(row.row, unnamed.get(alikeOf(keys, { ...row, given: {} })))
  return [...again].map(([row, transactionId]) => ({ row, transactionId }))
}

type Earlier = Partial<Duplicate['of']>

/** Of several that pay the same, the newest; a row of a draft where nothing else does. */
async function earlierOf(
  world: World,
  accountId: string,
  rows: readonly Marked[],
  now: number,
): Promise<Map<TokenHash, Earlier>> {
  const { db, keys, clock } = world
  const since = clock.now() - LOOK_BACK_MS
  const found = new Map<TokenHash, Earlier & { at: string | null }>()
  const keep = (alike: TokenHash, paidAt: number | null, of: Earlier) => {
    const at = paidAt === null ? null : new Date(paidAt).toISOString()
    const before = found.get(alike)
    if (before === undefined || (at ?? '') > (before.at ?? '')) found.set(alike, { ...of, at })
  }
  const wanted = new Set(rows.flatMap(({ alike }) => alike ?? []))
  for (const { alike, paidAt, ...of } of await rowsAlike(db, accountId, [...wanted], { since, now }))
    keep(alike, paidAt, of)
  const receivers = new Set<Address>(rows.flatMap(({ payable }) => payable?.to ?? []))
  let unnamed: Map<TokenHash, TokenHash[]> | undefined
  for (const to of receivers) {
    await nextTurn()
    // A row of another batch was found above.
    const payments = await paidTo(db, keys, { accountId, to, since, now })
    for (const payment of payments.toSorted((one, other) => other.paidAt - one.paidAt)) {
      const { token, units, externalId, isUnnamed, id, paidAt } = payment
      const alike = alikeHash(keys, accountId, { to, token, units, externalId })
      const of = { transactionId: id }
      if (wanted.has(alike)) keep(alike, paidAt, of)
      if (!isUnnamed) continue
      unnamed ??= withoutNames(world, accountId, rows)
      for (const one of unnamed.get(alike) ?? []) keep(one, paidAt, of)
      unnamed.delete(alike)
    }
  }
  return found
}

/** What rows pay, by what each would be without its `externalId`. */
function withoutNames({ keys }: World, accountId: string, rows: readonly Marked[]): Map<TokenHash, TokenHash[]> {
  const found = new Map<TokenHash, TokenHash[]>()
  for (const { alike, payable } of rows) {
    if (alike === null || payable === undefined) continue
    const { to, token, units } = payable
    const unnamed = alikeHash(keys, accountId, { to, token, units, externalId: null })
    const some = found.get(unnamed)
    if (some === undefined) found.set(unnamed, [alike])
    else some.push(alike)
  }
  return found
}

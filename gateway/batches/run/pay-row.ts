import { type Flaw, Refusal } from '#shared/refusal.ts'
import type { RefusalCode } from '#shared/refusal-codes.ts'
import type { Caller } from '../../auth/caller.ts'
import type { ConfidentialInput } from '../../chain/port.ts'
import { atomically, type Db } from '../../db/database.ts'
import { once } from '../../idempotency/once.ts'
import { WouldRevert } from '../../legs/prepare.ts'
import { transfer } from '../../payments/transfer.ts'
import { findTransaction } from '../../transactions/store.ts'
import type { World } from '../../world/world.ts'
import { bodyOf, rowKey } from '../identity.ts'
import { countedOf, isRunning, moveRow, type Row } from '../rows-store.ts'
import { changeTotals, type Reason } from '../store.ts'
import { moved } from '../totals.ts'
import { mayLackPayments } from '../unknown-payments.ts'
import { isAway } from './lane.ts'

/**
 * What came of trying to pay a row. `paid`: it has a payment, whatever becomes of that. `failed`: it was refused, and nothing was
 * signed. `later`: nothing was signed now. `stuck`: nor will the rows after it be, before a person has done something.
 */
export type Outcome =
  | { is: 'paid' }
  | { is: 'failed' }
  | { is: 'later'; reason: string }
  | { is: 'stuck'; reason: Reason }
  | { is: 'input refused' }

/** The row is not to be paid any more, or the batch not now: nothing is stored. */
class NotNow extends Error {}

/**
 * Pays a row as the ordinary transfer that it is, at most once: under a key of its own, as a caller would with an
 * `Idempotency-Key`. `isSigned` is called when the signed payment is about to be stored.
 */
export async function payRow(
  world: World,
  caller: Caller,
  row: Row,
  { input, isSigned }: { input: ConfidentialInput | undefined; isSigned(): void },
): Promise<Outcome> {
  const body = bodyOf(row)
  if (body === null) throw new Error('a row with a flaw is not paid')
  let isMade = false
  try {
    await once(world, {
      endpoint: 'transfer',
      kind: 'transaction',
      caller,
      key: rowKey(row),
      body,
      async run(claim) {
        const store = async (db: Db) => {
          await begin(world, db, row, caller)
          isSigned()
        }
        const ofBatch = { batchId: row.batchId, note: row.given.memo ?? null, store }
        const encryption = input === undefined ? {} : { encryption: { by: 'input', input } as const }
        await transfer(world, caller, body, claim, { ofBatch, ...encryption })
        isMade = true
      },
      // What became of the payment that is there already stands in its own row.
      replay: async () => {},
    })
    if (!isMade) await adopt(world, row)
    return { is: 'paid' }
  } catch (error) {
    return outcomeOf(world, row, error, input !== undefined)
  }
}

/**
 * In the database transaction that stores the payment: so a row has a payment, or waits. Throws `NotNow` where the batch is paused, or
 * is paid in the name of another credential by now.
 */
async function begin({ keys, clock }: World, db: Db, row: Row, { credential }: Caller): Promise<void> {
  if (!(await isRunning(db, row.batchId, credential.id))) throw new NotNow()
  // The batch before its row, as a cancellation takes them.
  await changeTotals(db, keys, row.batchId, (sums) => moved(sums, 'WAITING', 'PENDING', countedOf(row)), {
    now: clock.now(),
  })
  if (!(await moveRow(db, keys, row.id, ['WAITING'], 'PENDING'))) throw new NotNow()
}

/** Of a payment that was there before: its row did not say so in what a restore has put in place. */
async function adopt(world: World, row: Row): Promise<void> {
  await moveWithSums(world, row, 'PENDING')
}

async function moveWithSums(
  { db, keys, clock }: World,
  row: Row,
  to: 'PENDING' | 'FAILED',
  error?: string,
): Promise<void> {
  await atomically(db, async (trx) => {
    if (!(await moveRow(trx, keys, row.id, ['WAITING'], to, error))) return
    const change = (sums: Parameters<typeof moved>[0]) => moved(sums, 'WAITING', to, countedOf(row))
    await changeTotals(trx, keys, row.batchId, change, { now: clock.now() })
  })
}

/** Another try may succeed, without a person. */
const passing: readonly RefusalCode[] = [
  'overloaded',
  'reconciling',
  'idempotency_in_progress',
  'storage_unavailable',
  'upstream_unavailable',
]

async function outcomeOf(world: World, row: Row, error: unknown, isShared: boolean): Promise<Outcome> {
  if (error instanceof NotNow) return { is: 'later', reason: 'the batch is not paid now' }
  if (isAway(error)) return { is: 'later', reason: String(error) }
  if (error instanceof Refusal && passing.includes(error.code)) return { is: 'later', reason: error.code }
  // The keys that verify inputs may have changed since this one was made.
  if (error instanceof WouldRevert && isShared) return { is: 'input refused' }
  if (error instanceof WouldRevert)
    return fail(world, row, `The chain would refuse it: ${error.message}. Nothing was sent.`)
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'transfer_failed') {
    // It was stored, and failed on the chain.
    await adopt(world, row)
    return { is: 'paid' }
  }
  const stuck = stuckBy(error, row.row)
  return stuck === undefined ? fail(world, row, textOf(error)) : { is: 'stuck', reason: stuck }
}

/** No row says that nothing was sent for it while a restored database may lack its payment. */
async function fail(world: World, row: Row, message: string): Promise<Outcome> {
  if (await mayLackPayments(world, row.accountId, row.walletId ?? undefined))
    return { is: 'later', reason: 'reconciling' }
  if ((await findTransaction(world.db, world.keys, row.id, row.accountId)) !== undefined) {
    await adopt(world, row)
    return { is: 'paid' }
  }
  await moveWithSums(world, row, 'FAILED', message)
  return { is: 'failed' }
}

const lasting = ['insufficient_balance', 'insufficient_gas', 'gas_price', 'unknown_wallet', 'external_wallet'] as const

/** What the rows after this one would be refused for, too. */
function stuckBy(error: Refusal, row: number): Reason | undefined {
  const message = textOf(error)
  if (error.code === 'not_configured' || error.code === 'insufficient_scope') return { code: error.code, message, row }
  if (error.code !== 'validation_error') return undefined
  const flaw = (error.details as Flaw[]).find(({ reason }) => lasting.some((one) => one === reason))
  return flaw?.reason === undefined ? undefined : { code: flaw.reason, message, row }
}

function textOf({ code, message, details }: Refusal): string {
  if (code !== 'validation_error') return message
  return (details as Flaw[]).map((flaw) => `${flaw.path} ${flaw.message}`).join('; ')
}

import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import type { Refusal } from '#shared/refusal.ts'
import { appendEvent } from '../audit/store.ts'
import { type Caller, principalOf } from '../auth/caller.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { cannotWrite, type Db } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { refusalOf } from './failure.ts'
import { Reply } from './handlers.ts'

/**
 * Writes an endpoint's event to the audit log, whichever way it ends, before anybody hears of it: no key leaves and no
 * session begins that the log does not know.
 */
export async function audited<T>(
  world: World,
  endpoint: Pick<Endpoint, 'event'>,
  caller: Caller | undefined,
  context: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  const { event: type } = endpoint
  if (type === undefined) return work()
  const record = (outcome: string, subject: string | null, db: Db = world.db) =>
    appendEvent(
      { ...world, db },
      {
        type,
        outcome,
        accountId: caller?.account.id ?? context.audit.accountId ?? null,
        credentialType: caller?.credential.type ?? null,
        credentialId: caller?.credential.id ?? null,
        address: context.address,
        subject: context.audit.subject ?? subject,
      },
    )
  context.audit.append = (db) => record(context.audit.outcome ?? 'ok', null, db)
  context.audit.isAppended = false
  let outcome: T
  try {
    outcome = await work()
  } catch (error) {
    // The change is committed with its entry: only the answer failed.
    if (context.audit.isAppended) throw error
    const refusal = refusalOf(error)
    const { details } = refusal
    const code = outcomeOf(refusal)
    const who = caller === undefined ? `account:${context.audit.accountId ?? ''}` : principalOf(caller)
    const name = `${who} ${type} ${code}`
    if (transactionId(details) === null && isRepeated(world, name)) throw error
    await recordFor(world, transactionId(details), (subject) => record(code, subject)).catch((failed: unknown) => {
      refusalsLogged(world).delete(name)
      throw failed
    })
    throw error
  }
  if (context.audit.isAppended) return outcome
  const payment = transactionId(outcome instanceof Reply ? outcome.data : outcome)
  await recordFor(world, payment, (subject) => record(context.audit.outcome ?? 'ok', subject))
  return outcome
}

/** The code; of a policy with the rule that it denies by. */
function outcomeOf({ code, details }: Refusal): string {
  return code === 'policy_denied' ? `${code}:${(details as { rule: string }).rule}` : code
}

const REPEATED_MS = 60_000

/**
 * Whether the same was refused within a minute, and that is in the log: refusals of a key that may only read, or of requests
 * without a credential, must not fill the disk. Without a credential the account counts that the request is about, not the
 * address that it comes from: refusals about one account hide none about another.
 */
function isRepeated(world: World, refusal: string): boolean {
  const mine = refusalsLogged(world)
  const now = world.clock.elapsed()
  const last = mine.get(refusal)
  if (last !== undefined && now - last < REPEATED_MS) return true
  if (mine.size > 10_000) for (const [other, at] of mine) if (now - at >= REPEATED_MS) mine.delete(other)
  mine.set(refusal, now)
  return false
}

/** When each was logged last. One whose record fails is none of them. */
const refusalsLogged = (world: World) => world.memory.part('refusals logged', () => new Map<string, number>())

/**
 * A payment that was made is made, and stored: where only the log about it cannot be written any more, the payer must
 * not be told to try again.
 */
async function recordFor(
  world: World,
  payment: string | null,
  record: (subject: string | null) => Promise<unknown>,
): Promise<void> {
  await record(payment).catch((error: unknown) => {
    if (payment === null || !cannotWrite(error)) throw error
    world.log.error({ transaction: payment, reason: String(error) }, 'a payment is missing from the audit log')
  })
}

/** ID of the transaction in a money call's answer, or in the details of its failure. */
function transactionId(data: unknown): string | null {
  const { transaction } = (data ?? {}) as { transaction?: { id?: unknown } }
  return typeof transaction?.id === 'string' ? transaction.id : null
}

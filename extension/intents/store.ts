import { Problem } from '../problem.ts'
import { open, seal } from '../vault/seal.ts'
import { dataKey } from '../vault/vault.ts'
import { type AskedBy, type Intent, type OpenIntent, type Order, Particulars } from './intent.ts'
import { intents } from './kept.ts'
import { isFinished } from './rules.ts'

/** Finished ones are kept for a while, so that a page that was closed can still say how it ended. */
const FINISHED_KEPT = 30
/** Those that keep a request from being paid twice are kept longer: each is read before another request is paid. */
const ONCE_KEPT = 200

const bound = (id: string, profileId: string) => `sotto intent|1|${profileId}|${id}`

/**
 * Written before anything is sent: a payment that is not on disk never leaves. A page that got no answer may write it
 * again under the ID that it chose: that is the same payment, as it was first written.
 */
export async function writeIntent(
  profileId: string,
  order: Order,
  now: number,
  id: string = crypto.randomUUID(),
  askedBy?: AskedBy,
): Promise<Intent> {
  const particulars: Particulars = { order, ...(askedBy && { askedBy }), failure: null, transaction: null }
  const sealed = await seal(await dataKey(now), bound(id, profileId), JSON.stringify(particulars))
  const intent: Intent = {
    id,
    profileId,
    state: 'ready',
    consentedAt: now,
    sent: 0,
    sentAt: 0,
    notBefore: 0,
    transactionId: null,
    terminal: false,
    ...(isOnce(order) && { once: true }),
    updatedAt: now,
    sealed,
  }
  const after = await intents.update((before) =>
    before.some((each) => each.id === id) ? before : [...pruned(before), intent],
  )
  const written = after.find((each) => each.id === id && each.profileId === profileId)
  if (written === undefined) throw new Problem('not_allowed')
  return written
}

function isOnce(order: Order): boolean {
  return order.verb === 'transfer' && order.destination.is === 'request'
}

/** Without the oldest of the finished ones. */
function pruned(list: Intent[]): Intent[] {
  const finished = list.filter(isFinished)
  const isLasting = (intent: Intent) => intent.once === true && (intent.state === 'accepted' || intent.state === 'left')
  const dropped = new Set([
    ...finished.filter(isLasting).slice(0, -ONCE_KEPT),
    ...finished.filter((intent) => !isLasting(intent)).slice(0, -FINISHED_KEPT),
  ])
  return list.filter((intent) => !dropped.has(intent))
}

export async function readIntent(id: string): Promise<Intent> {
  const intent = (await intents.get()).find((each) => each.id === id)
  if (intent === undefined) throw new Problem('unknown_intent')
  return intent
}

export async function openIntent(intent: Intent, now: number): Promise<OpenIntent> {
  const { sealed, ...known } = intent
  const text = await open(await dataKey(now), bound(intent.id, intent.profileId), sealed)
  return { ...known, ...Particulars.parse(JSON.parse(text)) }
}

type Change = Partial<Omit<Intent, 'id' | 'profileId' | 'sealed' | 'consentedAt'>> & {
  consentedAt?: number
  particulars?: Partial<Particulars>
}

/**
 * Changes an intent in one write, its particulars included. One that was removed meanwhile stays gone (`unknown_intent`),
 * and nothing is sent for it: what is not on disk never leaves.
 */
export async function changeIntent(id: string, { particulars, ...change }: Change, now: number): Promise<Intent> {
  const before = await readIntent(id)
  let sealed = before.sealed
  if (particulars !== undefined) {
    const { order, beside, askedBy, failure, transaction } = { ...(await openIntent(before, now)), ...particulars }
    const text = JSON.stringify({ order, beside, askedBy, failure, transaction } satisfies Record<
      keyof Particulars,
      unknown
    >)
    sealed = await seal(await dataKey(now), bound(id, before.profileId), text)
  }
  const list = await intents.update((all) =>
    all.map((each) => (each.id === id ? { ...each, ...change, sealed, updatedAt: now } : each)),
  )
  const after = list.find((each) => each.id === id)
  if (after === undefined) throw new Problem('unknown_intent')
  return after
}

export async function forgetIntents(profileId: string): Promise<void> {
  await intents.update((list) => list.filter((each) => each.profileId !== profileId))
}

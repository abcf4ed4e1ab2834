import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '#shared/event-stream.ts'
import { type StreamEvent, streamEvents } from '#shared/model/stream-event.ts'
import { placeIn } from '../../../gateway/outbox/place.ts'
import { headsOf, newsAfter } from '../../../gateway/outbox/store.ts'
import { transactionOf } from '../../../gateway/transactions/store.ts'
import { type Problem, problem } from '../checks/check.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'

/** So long a client stays, until it is cut off: in the middle of an event, of an answer, or of nothing. */
const STAYS_MS = [30, 1_500] as const
const PAUSE_MS = 50
const LAST_WORDS_MS = 240_000

type Follower = {
  account: Account
  /** The ID at which it began. */
  first: string | undefined
  heard: StreamEvent[]
  /** Answers that say that what came since is not known any more. */
  gaps: number
  /** How often it has begun: each time it is cut off. */
  cuts: number
}

/** Follows the events of every account, cut off at random moments, by kills and by faults, and resumed where it was. */
export function followStreams(stage: Stage, random: Random) {
  const done = new AbortController()
  const followers = stage.accounts.map(
    (account): Follower => ({ account, first: undefined, heard: [], gaps: 0, cuts: 0 }),
  )
  const running = followers.map((follower) => follow(stage, follower, random.fork(follower.account.email), done.signal))

  return {
    /** How often a stream was cut off. */
    cuts: () => followers.reduce((sum, { cuts }) => sum + cuts, 0),
    /** How many events were heard. */
    heard: () => followers.reduce((sum, { heard }) => sum + heard.length, 0),
    /** Waits, with the gateway at rest, until everything was heard, and holds that against the database. */
    async finish(): Promise<Problem[]> {
      const deadline = performance.now() + LAST_WORDS_MS
      while (performance.now() < deadline && !(await haveAll(stage, followers))) await sleep(200)
      done.abort()
      await Promise.all(running)
      return (await Promise.all(followers.map((follower) => checkFollower(stage, follower)))).flat()
    },
    /** Ends without a check. */
    async stop(): Promise<void> {
      done.abort()
      await Promise.all(running)
    },
  }
}

async function follow(stage: Stage, follower: Follower, random: Random, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const signal = AbortSignal.any([done, AbortSignal.timeout(random.between(...STAYS_MS))])
    const last = follower.heard.at(-1)?.id ?? follower.first
    const resume = last === undefined ? {} : { lastEventId: last }
    try {
      for await (const event of readEvents(streamEvents, {
        origin: stage.origin,
        apiKey: follower.account.apiKey,
        signal,
        ...resume,
      }))
        take(follower, event)
    } catch {
      // Cut off, killed, refused, or not there yet: the next one begins where this one was.
    }
    await sleep(PAUSE_MS)
  }
}

function take(follower: Follower, event: StreamEvent): void {
  if (event.event !== 'ready') return void follower.heard.push(event)
  follower.cuts++
  if (follower.first === undefined) follower.first = event.id
  else if (!event.data.resumed) follower.gaps++
}

/** The number in the ID of an event. */
const numberIn = (id: string) => placeIn(id)?.sequence ?? -1

const lastOf = ({ heard, first = '' }: Follower) => numberIn(heard.at(-1)?.id ?? first)

function haveAll(stage: Stage, followers: readonly Follower[]): Promise<boolean> {
  return stage.withStore(async ({ db }) => {
    const heads = await headsOf(
      db,
      followers.map(({ account }) => account.id),
    )
    return followers.every((follower) => lastOf(follower) === (heads.get(follower.account.id) ?? 0))
  })
}

/** Every event once and in order; and what was last said of a payment is what it is. */
async function checkFollower(stage: Stage, { account, first = '', heard, gaps }: Follower): Promise<Problem[]> {
  return stage.withStore(async ({ db, keys }) => {
    const rows = await db.selectFrom('transactions').selectAll().where('accountId', '=', account.id).execute()
    const byId = new Map(rows.map((row) => [row.id, transactionOf(keys, row)]))
    const news = await newsAfter(db, account.id, numberIn(first), Number.MAX_SAFE_INTEGER)
    // Of a payment that came in and is gone only that is said, though it may come back.
    const gone = new Map(
      news.flatMap(({ kind, subject, sequence }) => (kind === 'removed' ? [[subject, sequence]] : [])),
    )
    const told = news.filter(({ kind, subject, sequence }) => {
      return kind !== 'transaction' || (byId.has(subject) && sequence > (gone.get(subject) ?? 0))
    })
    const ids = heard.map(({ id }) => numberIn(id))
    const expected = new Set(told.map(({ sequence }) => sequence))
    const known = new Set(news.map(({ sequence }) => sequence))
    const had = new Set(ids)
    const missed = [...expected].filter((id) => !had.has(id))
    const unruly = ids.filter((id, index) => !known.has(id) || id <= (ids[index - 1] ?? numberIn(first)))
    const ends = heard.flatMap((one) => (one.event === 'transaction' ? [[one.data.id, one.data] as const] : []))
    const stale = [...new Map(ends)].filter(([id, { status, waitingFor }]) => {
      const now = byId.get(id)
      return now !== undefined && (now.status !== status || now.waitingFor !== waitingFor)
    })
    return [
      ...(gaps > 0 ? [problem('lost', `a stream of ${account.email} did not resume, ${gaps} times`)] : []),
      ...missed.map((id) => problem('lost', `event ${id} of ${account.email} was not heard`)),
      ...unruly.map((id) => problem('doubled', `event ${id} of ${account.email} was heard twice, or out of order`)),
      ...stale.map(([id, { status }]) => problem('lost', `${id} was last said to be ${status}, which it is not`)),
    ]
  })
}

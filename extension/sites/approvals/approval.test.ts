import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import {
  type Approval,
  type Asked,
  answered,
  countRefusals,
  emptyQueue,
  enqueue,
  muteLeft,
  type Queue,
  refuse,
  settle,
  WAITERS_MAX,
  WAITING_MAX,
  WAITING_PER_ORIGIN,
  withdraw,
} from './approval.ts'
import { approvals } from './store.ts'

const T = Date.UTC(2027, 0, 31, 12)
const SHOP = 'https://shop.example'

const question = (part: Partial<Asked> = {}): Asked => ({
  origin: SHOP,
  method: 'sotto_requestAddressCard',
  purpose: null,
  profileId: 'p1',
  ...part,
})

const approval = (id: string, part: Partial<Approval> = {}): Approval => ({
  ...question(),
  id,
  askedAt: T,
  waiters: [{ tabId: 1, key: `page ${id}` }],
  outcome: null,
  ...part,
})

const queueOf = (...list: Approval[]): Queue => ({ ...emptyQueue, list })
const waiter = { tabId: 7, key: 'page new' }
const put = (queue: Queue, asked: Partial<Asked> = {}, now = T, by = waiter) =>
  enqueue(queue, question(asked), by, now, 'new')
const ids = ({ list }: Queue) => list.map(({ id }) => id)
const many = (count: number, part: (at: number) => Partial<Approval>) =>
  queueOf(...Array.from({ length: count }, (_, at) => approval(`a${at}`, part(at))))

describe('a new question', () => {
  const crowd = many(WAITING_PER_ORIGIN, (at) => ({ purpose: `p${at}` }))
  const everybody = many(WAITING_MAX, (at) => ({ origin: `https://${at}.example` }))
  const full = Array.from({ length: WAITERS_MAX }, (_, at) => ({ tabId: 1, key: `k${at}` }))
  const answered = { value: 1 }

  test.each<[string, Queue, Partial<Asked>, 'added' | 'joined' | 'known' | number]>([
    ['into an empty queue', emptyQueue, {}, 'added'],
    ['behind one of another site', queueOf(approval('a', { origin: 'https://other.example' })), {}, 'added'],
    ['that is asked already', queueOf(approval('a')), {}, 'joined'],
    ['with another purpose', queueOf(approval('a')), { purpose: 'refund' }, 'added'],
    ['that was answered a moment ago', queueOf(approval('a', { outcome: answered })), {}, 'added'],
    ['sent again by its bridge', queueOf(approval('a', { waiters: [waiter] })), {}, 'known'],
    ['of another kind', queueOf(approval('a')), { method: 'sotto_requestPermissions' }, codes.alreadyAsked],
    ['beyond those of one site', crowd, { purpose: 'more' }, codes.tooMany],
    ['equal to one of too many', crowd, { purpose: 'p1' }, 'joined'],
    ['beyond those of all sites', everybody, {}, codes.tooMany],
    ['for which too many pages wait', queueOf(approval('a', { waiters: full })), {}, codes.tooMany],
  ])('%s', (_, queue, asked, outcome) => {
    const after = put(queue, asked)
    expect(after.refused?.code).toBe(typeof outcome === 'number' ? outcome : undefined)
    if (outcome === 'added') expect(ids(after.queue)).toEqual([...ids(queue), 'new'])
    else expect(ids(after.queue)).toEqual(ids(queue))
    const keys = after.queue.list.flatMap(({ waiters }) => waiters.map(({ key }) => key))
    expect(keys.filter((key) => key === waiter.key)).toHaveLength(typeof outcome === 'number' ? 0 : 1)
  })

  test('fifty at once make three prompts, and everybody else is told to wait', () => {
    let queue = emptyQueue
    const refused: (number | undefined)[] = []
    for (let at = 0; at < 50; at++) {
      const after = enqueue(queue, question({ purpose: `p${at}` }), { tabId: 1, key: `k${at}` }, T, `a${at}`)
      queue = after.queue
      refused.push(after.refused?.code)
    }
    expect(queue.list).toHaveLength(3)
    expect(refused.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(new Set(refused.slice(3))).toEqual(new Set([codes.tooMany]))
  })

  test('of a site that was refused too often is refused, with the seconds to wait', () => {
    const queue = { ...emptyQueue, refusals: { [SHOP]: [T - 50_000, T - 40_000, T - 30_000] } }
    expect(put(queue).refused).toMatchObject({ code: codes.tooMany, data: { retryAfter: 30 } })
    expect(put(queue, { origin: 'https://other.example' }).refused).toBeUndefined()
    expect(put(queue, {}, T + 30_001).refused).toBeUndefined()
  })
})

test.each<[string, number[], number]>([
  ['never', [], 0],
  ['once', [0], 0],
  ['twice', [0, 1], 0],
  ['three times within a minute', [0, 20_000, 40_000], 60_000 - 10_000],
  ['three times, of which the first is long ago', [-15_000, 20_000, 40_000], 0],
  ['three times, as a clock says that was set back', [60_000, 70_000, 80_000], 0],
])('a site that was refused %s is muted for %j', (_, times, left) => {
  expect(muteLeft(times, 50_000)).toBe(left)
})

test('refusals that count no more are forgotten', () => {
  const queue = { ...emptyQueue, refusals: { 'https://old.example': [T - 61_000], [SHOP]: [T - 1_000] } }
  expect(countRefusals(queue, [SHOP, SHOP], T).refusals).toEqual({ [SHOP]: [T - 1_000, T] })
})

test('a refusal ends what it is about, counts once for a site, and leaves alone what was decided', () => {
  const queue = queueOf(
    approval('a'),
    approval('b', { purpose: 'b' }),
    approval('c', { origin: 'https://other.example' }),
    approval('d', { outcome: { value: 'card' } }),
  )
  const after = refuse(queue, () => true, T)
  expect(after.list.map(({ outcome }) => outcome)).toMatchObject([
    { failure: { code: codes.refused } },
    { failure: { code: codes.refused } },
    { failure: { code: codes.refused } },
    { value: 'card' },
  ])
  expect(after.refusals).toEqual({ [SHOP]: [T], 'https://other.example': [T] })
})

test('a question that was ended stays as it was ended', () => {
  const ended = settle(queueOf(approval('a')), () => ({ value: 'first' }))
  expect(settle(ended, () => ({ value: 'second' })).list[0]?.outcome).toEqual({ value: 'first' })
})

describe('a page that goes away', () => {
  const gone = ({ tabId }: { tabId: number }) => tabId === 1

  test.each<[string, Approval, string[]]>([
    ['takes its question along', approval('a'), []],
    ['leaves one that others wait for', approval('a', { waiters: [{ tabId: 1, key: 'x' }, waiter] }), ['a']],
    ['leaves one of another page', approval('a', { waiters: [waiter] }), ['a']],
    ['leaves one that was decided, so that what was granted is given', approval('a', { outcome: { value: 1 } }), ['a']],
  ])('%s', (_, before, left) => {
    expect(ids(withdraw(queueOf(before), gone, T))).toEqual(left)
  })

  test('counts as refused, so that it cannot open window after window', () => {
    let queue = emptyQueue
    for (let at = 0; at < 3; at++) {
      const { refused, queue: asked } = put(queue, {}, T + at)
      expect(refused).toBeUndefined()
      queue = withdraw(asked, ({ key }) => key === waiter.key, T + at)
    }
    expect(put(queue, {}, T + 3).refused?.code).toBe(codes.tooMany)
  })

  test('counts also where it has joined one that was seen, so that two cannot open windows in turn', () => {
    let queue = emptyQueue
    for (let at = 0; at < 3; at++) {
      const both = put(put(queue, {}, T + at).queue, {}, T + at, { tabId: 2, key: 'other' }).queue
      queue = withdraw(both, ({ key }) => key === waiter.key, T + at)
      expect([queue.list.length, queue.refusals]).toMatchObject([1, at === 0 ? {} : { [SHOP]: { length: at } }])
      queue = withdraw(queue, ({ key }) => key === 'other', T + at, 'its own, had it not joined')
    }
    expect(put(queue, {}, T + 3).refused?.code).toBe(codes.tooMany)
  })

  test('before any window has shown its question counts for nothing', () => {
    const { queue } = put(emptyQueue)
    expect(withdraw(queue, ({ key }) => key === waiter.key, T, 'new')).toEqual(emptyQueue)
  })
})

test('what is stored reads back the same', async () => {
  const queue = { ...many(2, (at) => ({ outcome: at === 0 ? { value: { nota: 'x' } } : null })), windowId: 4 }
  await approvals.set(queue)
  expect(await approvals.get()).toEqual(queue)
})

describe('what a question comes to of which a payment was found,', () => {
  const payment = { payment: 'a' }
  const value = { value: { status: 'settled' } }
  const refused = { failure: { code: codes.refused, message: '' } }
  test.each([
    ['while it waits', null, null, value],
    ['once its own payment is made', payment, payment, value],
    ['where the person has paid it anew meanwhile', null, payment, payment],
    ['where the person has refused it meanwhile', null, refused, refused],
  ])('%s', (_, read, now, after) => {
    const queue = queueOf(approval('a', { outcome: now }), approval('b'))
    const { list } = answered(queue, approval('a', { outcome: read }), value)
    expect(list.map(({ outcome }) => outcome)).toEqual([after, null])
  })
})

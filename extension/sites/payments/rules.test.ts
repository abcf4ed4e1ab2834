import { describe, expect, test } from 'vitest'
import type { RequestVerification } from '#shared/model/nota.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import {
  isAskedAgain,
  isAsShown,
  isPaidAlready,
  PATIENCE_MS,
  paymentMade,
  paymentOf,
  type RequestState,
  requestFlawOf,
  statusOf,
} from './rules.ts'

const T = Date.UTC(2027, 0, 31, 12)
const address = `0x${'1'.repeat(40)}` as const
const subject = { id: 'r1', address, token: 'cSTABLE', amount: '28', expiresAt: new Date(T + 1).toISOString() }
const verdict = (part: object = {}, subjectPart: object = {}) =>
  ({
    type: 'request',
    subject: { ...subject, ...subjectPart },
    checks: [],
    issuer: { fingerprint: 'f', trust: 'this_gateway' },
    ...part,
  }) as unknown as RequestVerification
const read = (part: object = {}) => ({ nota: 'a.b.c', verdict: verdict(), state: 'open', open: '28', ...part }) as const
const shown = { requestId: 'r1', address, amount: '28', token: 'cSTABLE', trust: 'this_gateway' }

describe('a request', () => {
  test.each([
    ['that holds', verdict(), 'open', T, undefined],
    ['at its end', verdict(), 'open', T + 1, 'expired'],
    ['without an end', verdict({}, { expiresAt: null }), 'open', T * 2, undefined],
    [
      'of another network',
      verdict({ checks: [{ name: 'network', result: 'failed', detail: '' }] }),
      'open',
      T,
      'broken',
    ],
    ['that is paid', verdict(), 'over', T, 'over'],
    ['that nobody known signed', verdict({ issuer: { trust: 'unknown' }, valid: false }), 'open', T, undefined],
  ] as const)('%s can be paid, or says why not', (_, said, state, now, flaw) => {
    expect(requestFlawOf({ verdict: said, state }, now)).toBe(flaw)
  })

  test.each([
    ['what was shown', read(), {}, true],
    ['another request', read(), { requestId: 'r2' }, false],
    ['another receiver', read(), { address: `0x${'2'.repeat(40)}` }, false],
    ['another amount', read(), { amount: '29' }, false],
    ['the same amount in a longer spelling', read({ open: '28.50' }), { amount: '28.5' }, true],
    ['a text that is no amount', read({ open: 'all' }), { amount: 'all' }, false],
    ['another currency', read(), { token: 'STABLE' }, false],
    ['another signer', read(), { trust: 'unknown' }, false],
    ['an amount that the payer chose', read({ open: null }), { amount: '7' }, true],
    ['less by now, since part of it was paid', read({ open: '20', state: 'part' }), {}, false],
  ])('is paid only where it says %s', (_, now, part, same) => {
    expect(isAsShown(now as never, { ...shown, ...part })).toBe(same)
  })

  test('of this gateway is paid by its ID, and one of another at its address', () => {
    expect(paymentOf(read(), 'w1', '28')).toEqual({
      verb: 'transfer',
      walletId: 'w1',
      amount: '28',
      token: 'cSTABLE',
      destination: { is: 'request', requestId: 'r1', here: true, nota: 'a.b.c', address },
    })
    const foreign = { ...read(), verdict: verdict({ issuer: { trust: 'trusted' } }) }
    expect(paymentOf(foreign, 'w1', '28').destination).toMatchObject({ here: false, address })
  })
})

const payment = (part: Partial<OpenIntent> = {}) =>
  ({
    order: paymentOf(read(), 'w1', '28'),
    state: 'accepted',
    terminal: false,
    transaction: null,
    consentedAt: T,
    askedBy: { origin: 'https://shop.example', request: 'a.b.c', open: false, receipt: false },
    ...part,
  }) as OpenIntent
const failed = { transaction: { status: 'FAILED' } } as Partial<OpenIntent>

test.each([
  ['was paid', payment(), true],
  ['may have been paid', payment({ state: 'unknown' }), true],
  ['was refused', payment({ state: 'refused' }), false],
  ['failed on the chain', payment(failed), false],
  ['was discarded', payment({ state: 'discarded' }), false],
  [
    'is another one',
    payment({ order: paymentOf({ ...read(), verdict: verdict({}, { id: 'r2' }) }, 'w1', '28') }),
    false,
  ],
])('a request that %s is found again: %s', (_, made, found) => {
  expect(paymentMade([made], verdict()) !== undefined).toBe(found)
})

test('of several payments of a request the newest is found, in any order', () => {
  const [older, newer] = [payment(), payment({ consentedAt: T + 1, profileId: 'p2' })]
  for (const all of [
    [older, newer],
    [newer, older],
  ])
    expect(paymentMade(all, verdict())).toBe(newer)
})

test.each<[string, RequestState, string | null, OpenIntent | undefined, boolean]>([
  ['that was not paid', 'open', '28', undefined, false],
  ['whose payment is under way', 'open', '28', payment(), true],
  ['whose payment is settled', 'open', '28', payment({ terminal: true }), true],
  ['whose amount the payer chooses', 'open', null, payment(), false],
  ['of which part is open after a payment that is settled', 'part', '28', payment({ terminal: true }), false],
  ['of which part was paid by somebody else, beside a payment under way', 'part', '28', payment(), true],
  ['of which part is open after a payment that a person has let go', 'part', '28', payment({ state: 'left' }), false],
])('a second payment of a request %s may be one too many', (_, state, amount, made, already) => {
  expect(isPaidAlready({ verdict: verdict({}, { amount }), state }, made)).toBe(already)
})

test.each([
  ['is being sent', payment({ state: 'sending' }), T, undefined],
  ['is being sent for long', payment({ state: 'sending' }), T + PATIENCE_MS, 'submitted'],
  ['is under way', payment(), T, 'submitted'],
  ['may be under way', payment({ state: 'unknown' }), T, 'submitted'],
  ['is settled', payment({ terminal: true }), T, 'settled'],
  ['failed', payment({ terminal: true, ...failed }), T, 'refused'],
  ['was refused', payment({ state: 'refused' }), T, 'refused'],
  ['was taken back', payment({ state: 'discarded' }), T, 'refused'],
] as const)('of a payment that %s a page is told: %s', (_, made, now, status) => {
  expect(statusOf(made, now)).toBe(status)
})

const open = { askedBy: { origin: 'https://shop.example', request: 'a.b.c', open: true, receipt: false } }

test.each([
  ['the site that asked', payment(), 'https://shop.example', T * 2, true],
  ['another site', payment(), 'https://other.example', T, false],
  ['a site whose payment failed', payment(failed), 'https://shop.example', T, false],
  ['a person who paid of themselves', payment({ askedBy: undefined }), 'https://shop.example', T, false],
  ['the site, of an open amount a moment ago', payment(open), 'https://shop.example', T + 1, true],
  ['the site, of an open amount long ago', payment(open), 'https://shop.example', T + 3_600_000, false],
])('asked again, a payment is told of to %s: %s', (_, made, origin, now, again) => {
  expect(isAskedAgain(made, origin, now)).toBe(again)
})

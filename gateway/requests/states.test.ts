import { expect, test } from 'vitest'
import type { RequestEvent, RequestStatus } from '#shared/model/request.ts'
import { type Happening, isLate, isOverpaid, next, openAmount, type Standing } from './states.ts'

const open: Standing = { status: 'OPEN', asked: 10n, received: 0n, atEnd: null, told: 0n }
const free = { ...open, asked: null }
const counted = (received: bigint, inTime = received): Happening => ({ is: 'counted', received, inTime })
const lapsed = (received = 0n, inTime = received): Happening => ({ is: 'lapsed', received, inTime })
const cancelled = (received = 0n, inTime = received): Happening => ({ is: 'cancelled', received, inTime })

type Row = [
  what: string,
  before: Standing,
  Happening[],
  RequestStatus,
  told: (RequestEvent | undefined)[],
  flags: string,
]

test.each<Row>([
  ['paid at once', open, [counted(10n)], 'PAID', ['paid'], ''],
  ['paid in two parts', open, [counted(4n), counted(10n)], 'PAID', ['received', 'paid'], ''],
  ['paid too much at once', open, [counted(11n)], 'PAID', ['paid'], 'overpaid'],
  ['paid twice', open, [counted(10n), counted(20n)], 'PAID', ['paid', 'received'], 'overpaid late'],
  ['paid what the payer chose', free, [counted(1n)], 'PAID', ['paid'], ''],
  ['given more after that', free, [counted(1n), counted(3n)], 'PAID', ['paid', 'received'], 'late'],
  ['nothing came in', open, [counted(0n)], 'OPEN', [undefined], ''],
  ['nothing came in where the payer chooses', free, [counted(0n)], 'OPEN', [undefined], ''],
  ['lapsed', open, [lapsed()], 'EXPIRED', ['expired'], ''],
  ['lapsed half paid', open, [counted(4n), lapsed(4n)], 'EXPIRED', ['received', 'expired'], ''],
  ['paid after it lapsed', open, [lapsed(), counted(10n)], 'EXPIRED', ['expired', 'received'], 'late'],
  ['lapsed twice', open, [lapsed(), lapsed()], 'EXPIRED', ['expired', undefined], ''],
  [
    'paid after its time, before it lapsed',
    open,
    [counted(10n, 0n), lapsed(10n, 0n)],
    'EXPIRED',
    [undefined, 'expired'],
    'late',
  ],
  ['paid in time, and more after it', open, [counted(13n, 10n)], 'PAID', ['paid'], 'overpaid late'],
  [
    'paid after its time, before it lapsed, and counted again',
    open,
    [lapsed(10n, 0n), counted(10n), counted(10n)],
    'EXPIRED',
    ['expired', 'received', undefined],
    'late',
  ],
  [
    'half paid in time, and the rest after it',
    open,
    [counted(10n, 4n), lapsed(10n, 4n)],
    'EXPIRED',
    ['received', 'expired'],
    'late',
  ],
  [
    'cancelled when money had come after its time',
    open,
    [counted(10n, 0n), cancelled(10n, 0n)],
    'CANCELLED',
    [undefined, undefined],
    'late',
  ],
  ['cancelled', open, [cancelled()], 'CANCELLED', [undefined], ''],
  ['paid after it was cancelled', open, [cancelled(), counted(10n)], 'CANCELLED', [undefined, 'received'], 'late'],
  ['lapsed after it was paid', open, [counted(10n), lapsed(10n)], 'PAID', ['paid', undefined], ''],
  ['cancelled after it was paid', open, [counted(10n), cancelled(10n)], 'PAID', ['paid', undefined], ''],
  [
    'a part that a reorganisation took and brought back is told once',
    open,
    [counted(4n), counted(0n), counted(4n)],
    'OPEN',
    ['received', undefined, undefined],
    '',
  ],
  [
    'a payment that a reorganisation took and brought back is told once, and is not late',
    open,
    [counted(10n), counted(0n), counted(10n)],
    'PAID',
    ['paid', undefined, undefined],
    '',
  ],
])('%s', (_, before, happenings, status, told, flags) => {
  let standing = before
  const events = happenings.map((happening) => {
    const stood = next(standing, happening)
    standing = stood.standing
    return stood.event
  })
  expect(standing.status).toBe(status)
  expect(events).toEqual(told)
  expect([isOverpaid(standing) ? 'overpaid' : '', isLate(standing) ? 'late' : ''].join(' ').trim()).toBe(flags)
})

test.each([
  [10n, 0n, 10n],
  [10n, 4n, 6n],
  [10n, 10n, 0n],
  [10n, 12n, 0n],
  [null, 4n, null],
] as const)('of %s asked and %s received, %s is open', (asked, received, left) => {
  expect(openAmount({ asked, received })).toBe(left)
})

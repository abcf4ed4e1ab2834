import { describe, expect, test } from 'vitest'
import { afterTry, afterWave, isTaken, nextLook, pauseAfter } from './rules.ts'

const [MINUTE, HOUR, DAY] = [60_000, 60 * 60_000, 24 * 60 * 60_000]
const NOW = 100 * DAY
const said = (answer: number | null) => ({ answer, flaw: answer === null ? ('timeout' as const) : null })
const well = { status: 'active', failures: 0, failingSince: null } as const

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [301, false],
  [307, false],
  [400, false],
  [410, false],
  [500, false],
  [null, false],
])('an answer of %s is taken: %s', (answer, taken) => {
  expect(isTaken(said(answer))).toBe(taken)
})

test.each([
  [1, 5_000],
  [2, MINUTE],
  [3, 5 * MINUTE],
  [4, 30 * MINUTE],
  [5, 2 * HOUR],
  [6, 6 * HOUR],
  [7, 12 * HOUR],
  [8, DAY],
  [40, DAY],
])('after try %s it waits %s ms, and up to a tenth more', (tries, ms) => {
  expect([pauseAfter(tries, 0), pauseAfter(tries, 1)]).toEqual([ms, ms + ms / 10])
})

describe('an event', () => {
  test.each([
    ['taken', 200, 0, null, well, { state: 'delivered', tries: 1, firstAt: NOW, nextAt: null }],
    ['refused at first', 500, 0, null, well, { state: 'waiting', tries: 1, firstAt: NOW, nextAt: NOW + 5_000 }],
    [
      'unanswered',
      null,
      2,
      NOW - 60,
      well,
      { state: 'waiting', tries: 3, firstAt: NOW - 60, nextAt: NOW + 5 * MINUTE },
    ],
    [
      'refused for three days',
      500,
      9,
      NOW - 3 * DAY,
      well,
      { state: 'failed', tries: 10, firstAt: NOW - 3 * DAY, nextAt: null },
    ],
    [
      'is kept in an outage that begins when another had just ended',
      500,
      9,
      NOW - 3 * DAY,
      { ...well, failures: 3, failingSince: NOW - DAY },
      { state: 'waiting', tries: 10, firstAt: NOW - 3 * DAY, nextAt: NOW + DAY },
    ],
    [
      'of a failing webhook is kept',
      500,
      9,
      NOW - 3 * DAY,
      { ...well, status: 'failing' },
      { state: 'waiting', tries: 10, firstAt: NOW - 3 * DAY, nextAt: NOW + DAY },
    ],
  ] as const)('%s', (_, answer, tries, firstAt, webhook, after) => {
    expect(afterTry({ tries, firstAt }, said(answer), { ...webhook, releases: false }, NOW, 0)).toEqual(after)
  })
})

describe('a webhook', () => {
  const failed = (status: 'active' | 'failing' | 'disabled', failures: number, ago: number) => ({
    ...{ status, failures, failingSince: NOW - ago },
  })
  test.each([
    ['takes all', well, [200, 204], { ...well, releases: false }],
    ['takes one of two', failed('active', 1, 9), [500, 200], { ...well, releases: false }],
    ['comes back after an outage', failed('active', 3, 9), [200], { ...well, releases: true }],
    ['begins to fail', well, [500], { status: 'active', failures: 1, failingSince: NOW, releases: false }],
    ['fails on', failed('active', 7, 2 * DAY), [null], { ...failed('active', 8, 2 * DAY), releases: false }],
    [
      'is failing after three days',
      failed('active', 9, 3 * DAY),
      [500],
      { ...failed('failing', 10, 3 * DAY), releases: false },
    ],
    ['stays failing', failed('failing', 12, 9 * DAY), [301], { ...failed('failing', 13, 9 * DAY), releases: false }],
    ['works after weeks', failed('failing', 30, 20 * DAY), [200], { ...well, releases: true }],
    ['wants no more', well, [410], { ...well, status: 'disabled', releases: false }],
    ['stays switched off by a test', failed('disabled', 1, 9), [200], { ...well, status: 'disabled', releases: false }],
  ] as const)('%s', (_, before, answers, after) => {
    expect(afterWave(before, answers.map(said), NOW)).toEqual(after)
  })

  test.each([
    ['active', 7, 7],
    ['active', null, null],
    ['failing', 7, NOW + DAY],
    ['failing', null, null],
    ['disabled', 7, null],
  ] as const)('that is %s, with something due at %s, is looked at at %s', (status, earliest, at) => {
    expect(nextLook({ status }, earliest, NOW, 0)).toBe(at)
  })
})

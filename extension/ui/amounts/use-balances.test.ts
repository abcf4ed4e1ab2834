import { describe, expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { balancesIn } from './use-balances.ts'

const away = { code: 'unreachable', message: '' } as const
const full = (list: ReturnType<typeof triple>[]) => ({
  profileId: 'p1',
  balances: { list, omitted: 5, at: 7 },
  transactions: null,
})
const seen = { profileId: 'p1', balances: { list: [triple()], at: 7 }, transactions: null }

describe('what is known of the balances', () => {
  test.each([
    ['nothing yet', null, undefined, { is: 'waiting' }],
    ['another part of the view only', { ...seen, balances: null }, undefined, { is: 'waiting' }],
    ['nothing, since the gateway is away', null, away, { is: 'refused', failure: away }],
    ['what was read', seen, undefined, { is: 'ready', value: seen.balances.list, at: 7 }],
    ['what was read before it went away', seen, away, { is: 'ready', value: seen.balances.list, at: 7, failure: away }],
    ['more than can be kept', full([]), undefined, { is: 'refused', failure: { code: 'broken_answer' } }],
    [
      'a part, the rest being more than can be kept',
      full([triple()]),
      undefined,
      { is: 'ready', value: [triple()], failure: { code: 'broken_answer' } },
    ],
  ])('%s', (_, view, failure, expected) => {
    expect(balancesIn(view, failure)).toMatchObject(expected)
  })
})

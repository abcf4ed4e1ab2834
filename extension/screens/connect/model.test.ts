import { describe, expect, test } from 'vitest'
import { profile } from '../../testing/fixtures.ts'
import { connectWords } from '../../words/en/connect.ts'
import {
  connectedAs,
  defaultName,
  detailOf,
  hostOf,
  isTaken,
  isTyped,
  type KeyFlaw,
  readKey,
  type Trouble,
} from './model.ts'

test.each([
  ['localhost:7984', 'localhost'],
  ['127.0.0.1:7984', 'localhost'],
  ['pay.example.com', 'pay.example.com'],
  ['http://pay.example.com', undefined],
  ['', undefined],
])('of %j the browser will name %s', (address, host) => {
  expect(hostOf(address)).toBe(host)
})

test.each([
  ['https://pay.example.com', 'pay.example.com'],
  ['http://localhost:7984', 'localhost:7984'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`, `${'a'.repeat(60)}.${'b'.repeat(39)}`],
])('%s is called %s', (origin, name) => {
  expect(defaultName(origin, [])).toBe(name)
})

const key = `sotto_sk_${'aZ0-_'.repeat(8)}abc`

describe('a pasted key', () => {
  test.each([key, `  ${key}\n`])('is taken: %j', (pasted) => {
    expect(readKey(pasted)).toEqual({ apiKey: key })
  })

  test.each<[string, KeyFlaw]>([
    ['', 'empty'],
    ['   ', 'empty'],
    [key.slice(0, -1), 'other_form'],
    [`${key}x`, 'other_form'],
    [key.replace('sotto_sk_', 'sotto_pk_'), 'other_form'],
    [key.replace('a', '+'), 'other_form'],
    [`${key} ${key}`, 'other_form'],
  ])('is not: %j', (pasted, flaw) => {
    expect(readKey(pasted)).toEqual({ flaw })
  })
})

describe('what stands in the way', () => {
  test.each(Object.entries(connectWords.troubles))('%s has its own sentence', (_, { what }) => {
    const same = Object.values(connectWords.troubles).filter((each) => each.what === what)
    expect(same).toHaveLength(1)
  })

  test.each(Object.entries(connectWords.troubles))(
    '%s says what to do, unless it stands at the field',
    (is, { todo }) => {
      expect(todo === '').toBe(isTyped(is as Trouble))
    },
  )

  test.each([
    [{ is: 'other_version', version: 'v2' } as const, 'v2'],
    [{ is: 'unavailable', status: 503 } as const, 'HTTP 503'],
    [{ is: 'refused' } as const, undefined],
  ])('%j is told with %s', (found, detail) => {
    expect(detailOf(found)).toBe(detail)
  })
})

test('accounts of the same gateway are told, those of others are not', () => {
  const list = [
    profile(),
    profile({ id: 'p2', email: 'bob@example.com' }),
    profile({ id: 'p3', origin: 'https://x.example' }),
  ]
  expect(connectedAs(list, 'http://localhost:7984')).toEqual(['ada@example.com', 'bob@example.com'])
})

test('two accounts at one gateway, or two gateways of one name, are not called the same', () => {
  const known = [profile({ name: 'localhost:7984' }), profile({ name: 'localhost:7984 (2)' })]
  expect(defaultName('http://localhost:7984', known)).toBe('localhost:7984 (3)')
  expect(isTaken(' Localhost:7984\u200b', known)).toBe(true)
  expect(isTaken('Till', known)).toBe(false)
})

import { expect, test } from 'vitest'
import { ENDED, pauseBeforeStream, SILENT, type StreamEnd } from './rules.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

test.each<[string, StreamEnd, number, number | undefined]>([
  ['the gateway closed it', ENDED, 0, SECOND],
  ['it closes it at once, again and again', ENDED, 9, MINUTE],
  ['the connection broke', { code: 'unreachable' }, 0, SECOND],
  ['the gateway is away', { code: 'unreachable' }, 3, 15 * SECOND],
  ['the gateway is busy', { code: 'overloaded', retryAfter: 20 }, 0, 20 * SECOND],
  ['there are too many streams', { code: 'rate_limited', retryAfter: 20 }, 0, MINUTE],
  ['it asks for a day', { code: 'overloaded', retryAfter: 86_400 }, 0, 10 * MINUTE],
  ['a proxy passes nothing on', SILENT, 0, 5 * MINUTE],
  ['the gateway is older', { code: 'not_found' }, 0, 10 * MINUTE],
  ['a proxy answers in its place', { code: 'not_sotto' }, 0, 10 * MINUTE],
  ['the key was revoked', { code: 'invalid_api_key' }, 0, undefined],
  ['the key may not read', { code: 'insufficient_scope' }, 0, undefined],
  ['the account was disabled', { code: 'account_disabled' }, 0, undefined],
  ['the wallet is locked', { code: 'locked' }, 0, undefined],
])('%s: it is opened again after', (_, end, tries, pause) => {
  expect(pauseBeforeStream(end, tries)).toBe(pause)
})

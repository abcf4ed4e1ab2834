import { expect, test } from 'vitest'
import { BrokenAnswer, NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
import { Failed, type Failure, failureOf } from './client-failure.ts'
import { Refusal } from './refusal.ts'

const away = new TypeError('fetch failed')
const details = [{ path: 'label', message: 'is too long' }]

test.each<[string, unknown, Failure]>([
  ['a refusal', new Refusal('not_found', { message: 'gone' }), { code: 'not_found', message: 'gone', status: 404 }],
  [
    'a refusal with details and Retry-After',
    new Refusal('rate_limited', { message: 'slow', details, headers: { 'retry-after': '7' } }),
    { code: 'rate_limited', message: 'slow', status: 429, details, retryAfter: 7 },
  ],
  [
    'a refusal whose Retry-After is a date',
    new Refusal('overloaded', { message: 'busy', headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }),
    { code: 'overloaded', message: 'busy', status: 503 },
  ],
  [
    'a code of next year',
    new UnfamiliarRefusal(418, 'teapot', 'Update.'),
    { code: 'teapot', message: 'Update.', status: 418 },
  ],
  [
    'no envelope',
    new NotAnAnswer(502),
    { code: 'not_sotto', message: 'The server answered 502 without a Sotto envelope', status: 502 },
  ],
  [
    'data of the wrong shape',
    new BrokenAnswer('getMe', 200, new Error('no')),
    { code: 'broken_answer', message: 'The answer to getMe is not what the API says', status: 200 },
  ],
  ['no answer', away, { code: 'unreachable', message: 'fetch failed' }],
  ['a request given up', new DOMException('stop', 'AbortError'), { code: 'timeout', message: 'stop' }],
  ['a request that took too long', new DOMException('late', 'TimeoutError'), { code: 'timeout', message: 'late' }],
  ['a failure on its way', new Failed({ code: 'mine', message: 'x' }), { code: 'mine', message: 'x' }],
  ['a mistake of ours', new RangeError('no'), { code: 'unexpected', message: 'no' }],
  ['what is no error', 'text', { code: 'unexpected', message: 'text' }],
])('%s is told as JSON', (_, error, failure) => {
  const found = failureOf(error)
  expect(found).toEqual(failure)
  expect(JSON.parse(JSON.stringify(found))).toEqual(found)
})

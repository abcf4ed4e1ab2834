import { expect, test } from 'vitest'
import { isRequestText, pageIn } from './request-text.ts'

test.each([
  ['a nota', 'eyJ0.eyJ1.c2ln', true, false],
  ['a nota with space around it', ' eyJ0.eyJ1.c2ln\n', true, false],
  ['a page', 'https://pay.example/pay/3q2-_w', true, true],
  ['a page of this machine', 'http://127.0.0.1:7984/pay/abc', true, true],
  ['a page with a query', 'https://pay.example/pay/abc?amount=1', false, false],
  ['a page with a fragment', 'https://pay.example/pay/abc#x', false, false],
  ['a page with credentials', 'https://a:b@pay.example/pay/abc', false, false],
  ['another page', 'https://pay.example/verify', false, false],
  ['a page below it', 'https://pay.example/pay/abc/status', false, false],
  ['a page that climbs', 'https://pay.example/pay/../api/v1/me', false, false],
  ['a script', 'javascript:alert(1)//pay/abc', false, false],
  ['an address', `0x${'1'.repeat(40)}`, false, false],
  ['a name', 'pay.alice.eth', false, false],
  ['nothing', '', false, false],
])('%s', (_, text, request, page) => {
  expect([isRequestText(text), pageIn(text) !== undefined]).toEqual([request, page])
})

import { expect, test } from 'vitest'
import { isOneStepApart, looksLike, notesOf, skeleton } from './look-alike.ts'

test.each([
  ['PayPal.com', 'paypal.com'],
  ['paypa1.com', 'paypal.com'],
  ['paypai.com', 'paypal.com'],
  ['g00gle.com', 'google.com'],
  ['rnicrosoft.com', 'microsoft.com'],
  ['vvallet.example', 'wallet.example'],
  ['xn--pypal-4ve.com', 'paypal.com'],
  ['xn--80ak6aa92e.com', 'apple.com'],
  ['xn--gthub-n4a.com', 'github.com'],
  ['münchen.de', 'munchen.de'],
])('%s looks like %s', (host, like) => {
  expect(skeleton(host)).toBe(skeleton(like))
})

test.each([
  ['shop.example', 'shop.example', false],
  ['shop.exemple', 'shop.example', true],
  ['shopexample', 'shop.example', true],
  ['shop.example', 'shopp.example', true],
  ['sohp.example', 'shop.example', true],
  ['other.example', 'shop.example', false],
  ['www.shop.example', 'shop.example', false],
  ['ab.cd', 'ac.cd', false],
  ['10.0.0.1', '10.0.0.2', false],
  ['localhost', '127.0.0.1', false],
  ['1ocalhost', 'localhost', true],
])('%s may be taken for %s: %s', (host, known, like) => {
  expect(looksLike(host, known)).toBe(like)
  expect(looksLike(known, host)).toBe(like)
})

test.each([
  ['abc', 'abc', false],
  ['abc', 'abd', true],
  ['abc', 'ab', true],
  ['bc', 'abc', true],
  ['abc', 'acb', true],
  ['abc', 'cba', false],
  ['abcd', 'ab', false],
  ['', 'a', true],
  ['', '', false],
])('%s and %s are one step apart: %s', (a, b, is) => {
  expect(isOneStepApart(a, b)).toBe(is)
  expect(isOneStepApart(b, a)).toBe(is)
})

const known = ['https://shop.example', 'http://localhost:7984', 'https://pay.example.com']

test.each([
  ['https://shop.example', []],
  ['https://shop.example:8443', []],
  ['https://elsewhere.example', []],
  ['https://sh0p.example', [{ is: 'like', known: 'shop.example' }]],
  ['https://pay.exampie.com', [{ is: 'like', known: 'pay.example.com' }]],
  ['http://localhost:3000', [{ is: 'local' }]],
  ['http://127.0.0.1:3000', [{ is: 'local' }]],
  ['https://xn--mnchen-3ya.de', [{ is: 'foreign', reads: 'münchen.de' }]],
  [
    'https://xn--shp-ted.example',
    [
      { is: 'foreign', reads: 'shоp.example' },
      { is: 'like', known: 'shop.example' },
    ],
  ],
])('of %s a person should know %j', (origin, notes) => {
  expect(notesOf(origin, known)).toEqual(notes)
})

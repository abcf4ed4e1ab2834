import { domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { decodePunycode, readableHost } from './punycode.ts'

test.each([
  ['Arabic (Egyptian), 7.1 A', 'egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['Chinese (simplified), 7.1 B', 'ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['Czech, 7.1 D', 'proprostnemluvesky-uyb24dma41a', 'pročprostěnemluvíčesky'],
  ['Hebrew, 7.1 E', '4dbcagdahymbxekheh6e0a7fei0b', 'למההםפשוטלאמדבריםעברית'],
  ['Hindi, 7.1 F', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd', 'यहलोगहिन्दीक्योंनहींबोलसकतेहैं'],
  ['Spanish, 7.1 J', 'porqunopuedensimplementehablarenespaol-fmd56a', 'porquénopuedensimplementehablarenespañol'],
  ['nothing but ASCII, 7.1 S', '-> $1.00 <--', '-> $1.00 <-'],
])('RFC 3492: %s', (_, encoded, decoded) => {
  expect(decodePunycode(encoded)).toBe(decoded)
})

test.each([
  ['a sign that is no digit', 'a-!'],
  ['a number that does not end', 'zzzz'],
  ['a letter beyond Unicode', 'a-99999999'],
  ['a capital, which no address has', 'A-B'],
])('%s is not read', (_, encoded) => {
  expect(decodePunycode(encoded)).toBeUndefined()
})

test.each([
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--pypal-4ve.com', 'pаypal.com'],
  ['shop.xn--mnchen-3ya.de', 'shop.münchen.de'],
  ['xn--mnchen-3ya.xn--vermgensberater-ctb', 'münchen.vermögensberater'],
  ['xn--!.example', 'xn--!.example'],
])('%s reads %s', (host, readable) => {
  expect(readableHost(host)).toBe(readable)
})

test.each(['xn--80ak6aa92e.com', 'xn--fiqs8s', 'xn--e1afmkfd.xn--p1ai', 'xn--mgbh0fb.xn--kgbechtv'])(
  '%s reads as Node reads it',
  (host) => {
    expect(readableHost(host)).toBe(domainToUnicode(host))
  },
)

test.each(['shop.example', 'localhost', '127.0.0.1', 'axn--a.example'])('%s is plain already', (host) => {
  expect(readableHost(host)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { ceremonyFailure, numberInPlaceOfName } from './ceremony.ts'

test.each([
  ['http://localhost:7984', undefined],
  ['https://pay.example.org', undefined],
  ['https://1and1.example', undefined],
  ['http://127.0.0.1:7984', 'Passkeys need a name instead of a number: use http://localhost:7984.'],
  ['http://[::1]:7984', 'Passkeys need a name instead of a number: use http://localhost:7984.'],
  ['https://192.168.1.5', 'Passkeys need a host name: this gateway is reached by a number alone.'],
  ['https://[2001:db8::1]', 'Passkeys need a host name: this gateway is reached by a number alone.'],
])('at %s it says: %s', (origin, said) => {
  expect(numberInPlaceOfName(origin)).toBe(said)
})

test.each([
  ['NotAllowedError', 'passkey_not_used'],
  ['AbortError', 'passkey_not_used'],
  ['InvalidStateError', 'passkey_present'],
  ['SecurityError', 'passkey_not_allowed'],
  ['UnknownError', 'passkey_unknown'],
])('%s of the browser is %s', (name, code) => {
  const cause = new DOMException('because', name)
  expect(ceremonyFailure(cause).failure).toEqual({ code, message: 'because' })
})

import { createHash, createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  CHROME_ID,
  CHROME_ORIGIN,
  CHROME_PUBLIC_KEY,
  FIREFOX_ID,
  FIREFOX_PASSKEY_ORIGIN,
} from './extension-identity.ts'

const inLetters = (hex: string) => [...hex].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

test('the key is the public half of an RSA key of 2048 bits', () => {
  const key = createPublicKey({ key: Buffer.from(CHROME_PUBLIC_KEY, 'base64'), type: 'spki', format: 'der' })
  expect(key.asymmetricKeyType).toBe('rsa')
  expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048)
})

test("Chrome's ID is half of the key's hash in letters", () => {
  expect(CHROME_ID).toBe(inLetters(sha256(Buffer.from(CHROME_PUBLIC_KEY, 'base64')).slice(0, 32)))
  expect(CHROME_ORIGIN).toBe(`chrome-extension://${CHROME_ID}`)
})

test("Firefox's passkey origin is the add-on ID's hash in letters", () => {
  expect(FIREFOX_PASSKEY_ORIGIN).toBe(`moz-extension://${inLetters(sha256(FIREFOX_ID))}`)
})

import { expect, test } from 'vitest'
import { namedUri } from './named-uri.ts'

test.each([
  [
    'otpauth://totp/Sotto:ada%40example.com?secret=ABC&issuer=Sotto',
    'https://pay.example.com',
    'otpauth://totp/Sotto%20pay.example.com:ada%40example.com?secret=ABC&issuer=Sotto%20pay.example.com',
  ],
  [
    'otpauth://totp/Sotto%3Aada%40example.com?secret=ABC&issuer=Sotto&period=30',
    'http://localhost:7984',
    'otpauth://totp/Sotto%20localhost%3A7984%3Aada%40example.com?secret=ABC&issuer=Sotto%20localhost%3A7984&period=30',
  ],
  ['no address at all', 'http://localhost:7984', 'no address at all'],
])('%s of %s', (uri, origin, named) => {
  expect(namedUri(uri, origin)).toBe(named)
})

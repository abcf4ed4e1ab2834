import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { noPowers } from '../../../chain/fake/no-powers.ts'
import type { TokenPowers } from '../../../chain/token-powers.ts'
import { nameOf, powersFound } from './token.ts'

const address: Address = `0x${'1'.repeat(40)}`

test.each<[string, Partial<TokenPowers>, string, 'ok' | 'bad', string]>([
  ['there are none', {}, 'observers', 'ok', 'no other address'],
  ['observers', { observers: [address] }, 'observers', 'ok', address],
  ['a pauser', { pauser: address }, 'pause', 'ok', address],
  ['a pause', { isPaused: true, pauser: address }, 'pause', 'bad', 'paused'],
  ['a list', { denyList: 'own and underlying' }, 'deny list', 'ok', 'the token under it'],
  ['a list with the operator', { denyList: 'own', refused: [address] }, 'deny list', 'bad', address],
  ['a valid pair', { registered: 'valid' }, 'registry', 'ok', 'valid'],
  ['tokens of our own', { registered: 'unknown' }, 'registry', 'ok', 'your own'],
  ['a revoked pair', { registered: 'revoked' }, 'registry', 'bad', 'revoked'],
  ['another pair', { registered: 'another' }, 'registry', 'bad', 'another'],
])('%s', (_, powers, what, state, says) => {
  const found = powersFound({ ...noPowers, ...powers }).find((finding) => finding.what === what)
  expect(found).toMatchObject({ state, says: expect.stringContaining(says) })
})

test('a symbol begins no line, and is not long', () => {
  expect(nameOf('USD\nok    all is well')).toMatch(/^USD\\u\{a\}ok/)
  expect(nameOf('x'.repeat(1_000))).toHaveLength(40)
})

import { afterEach, expect, test } from 'vitest'

import type { FlawReason } from '#shared/refusal.ts'
import { translate } from '#shared/ui/words/spoken.ts'
import { first } from '../../words/de/first.ts'
import { rest } from '../../words/de/rest.ts'
import { fieldFlawOf, flawText } from './flaw-words.ts'

afterEach(() => translate(() => undefined, 'en'))

const said = (...given: Parameters<typeof fieldFlawOf>) => {
  const found = fieldFlawOf(...given)
  return found && { field: found.field, text: flawText(found) }
}
const flaw = (path: string, message: string, reason?: FlawReason) => ({
  code: 'validation_error',
  details: [{ path, message, reason }],
})

test.each([
  [
    'of the amount',
    flaw('amount', 'is more than the 5 cSTABLE available'),
    { field: 'amount', text: 'The amount is more than the 5.00 cSTABLE available.' },
  ],
  [
    'of the wallet',
    flaw('walletId', 'has 0 ETH for gas and needs up to 0.01: fund it first'),
    { field: 'wallet', text: 'The wallet has 0.00 ETH for gas and needs up to 0.01: fund it first.' },
  ],
  ['of an address', flaw('to', 'is the sending wallet'), { field: 'to', text: 'The recipient is the sending wallet.' }],
  ['of a card', flaw('nota', 'is the sending wallet'), { field: 'to', text: 'The recipient is the sending wallet.' }],
  [
    'of a request that the gateway does not know',
    flaw('requestId', 'is not a request of this gateway'),
    { field: 'to', text: 'This request cannot be paid: something in it is wrong.' },
  ],
  [
    'of the address of a request',
    flaw('requestId', 'is the sending wallet', 'recipient'),
    { field: 'to', text: 'The recipient is the sending wallet.' },
  ],
  ['of a field that no form has', flaw('externalId', 'is too long'), undefined],
  ['of a field named like a method', flaw('toString', 'is too long'), undefined],
  ['that is told in no form', { code: 'validation_error', details: 'nonsense' }, undefined],
  ['of another kind', { code: 'transfer_failed', details: [{ path: 'amount', message: 'x' }] }, undefined],
])('a flaw %s', (_, failure, expected) => {
  expect(said(failure)).toEqual(expected)
})

test.each([
  [
    'the balance',
    'is more than the 85.5 cSTABLE available',
    'insufficient_balance',
    'The amount is more than there is.',
  ],
  [
    'the balance, in whatever words',
    'exceeds your 85.5 cSTABLE',
    'insufficient_balance',
    'The amount is more than there is.',
  ],
  ['nothing else', 'must be at most 1000 a call', 'limit', 'The amount must be at most 1000 a call.'],
] as const)('where amounts are hidden, %s is left out', (_, message, reason, text) => {
  expect(said(flaw('amount', message, reason), true)).toEqual({ field: 'amount', text })
})

test('a request that the gateway does not know is told in the language that is spoken', () => {
  const found = fieldFlawOf(flaw('requestId', 'is not a request of this gateway'))
  const words: Record<string, object> = { ...first, ...rest }
  translate((name) => words[name], 'de')
  expect(found && flawText(found)).toBe('Diese Anforderung kann nicht bezahlt werden: Etwas daran stimmt nicht.')
})

test('one that was found before is said in the language that is spoken now', () => {
  const found = fieldFlawOf(flaw('amount', 'is more than the 5 cSTABLE available', 'insufficient_balance'), true)
  const words: Record<string, object> = { ...first, ...rest }
  translate((name) => words[name], 'de')
  expect(found && flawText(found)).toBe('Betrag: mehr, als vorhanden ist.')
})

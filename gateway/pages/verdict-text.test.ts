import { expect, test } from 'vitest'
import type { Check } from '#shared/model/nota.ts'
import type { ReceiptContent } from '../notas/format/content.ts'
import type { OpenNota } from '../notas/format/open-nota.ts'
import { ageWords, amountWords, checkWords, statusWords, verdictOf, whenWords } from './verdict-text.ts'

const check = (name: string, result: Check['result']): Check => ({ name, result, detail: 'because' })
const card = { type: 'address-card' } as OpenNota
const receipt = { type: 'receipt' } as OpenNota

test.each<[string, OpenNota, Check[], boolean | undefined, string]>([
  ['a card its wallet signed', card, [check('wallet_signature', 'passed')], false, 'good'],
  ['a card its wallet did not sign', card, [check('wallet_signature', 'not_checked')], false, 'unsure'],
  ["a card with another's signature", card, [check('wallet_signature', 'failed')], false, 'bad'],
  ['a receipt of this gateway', receipt, [check('signature', 'passed')], true, 'good'],
  ["a stranger's receipt", receipt, [check('signature', 'passed')], false, 'unsure'],
  ['a receipt while the keys cannot be had', receipt, [check('signature', 'passed')], undefined, 'unsure'],
  ['a receipt of this gateway with a wrong amount', receipt, [check('amount_statement', 'failed')], true, 'bad'],
])('%s', (_, nota, checks, known, tone) => {
  expect(verdictOf(nota, checks, known).tone).toBe(tone)
})

const content = (change: object) =>
  ({ type: 'TRANSFER', amount: '5', legs: [], ...change }) as unknown as ReceiptContent

test.each([
  [{ status: 'SETTLED' }, 'Completed'],
  [{ status: 'SETTLING', type: 'REDEEM' }, 'Under way: taken from the wallet, not yet paid out'],
  [{ status: 'SETTLING', amount: null }, 'Under way: amount not yet known'],
  [{ status: 'FAILED', legs: [{ outcome: 'reverted' }] }, 'Failed: the chain refused it, and nothing moved'],
  [{ status: 'FAILED', amount: '0' }, 'Failed: the balance did not cover it, and nothing moved'],
])('the status of %j is told as: %s', (change, words) => {
  expect(statusWords(content(change))).toBe(words)
})

test('whose word an amount is, is told', () => {
  expect(amountWords(content({ amountSource: 'wallet' }))).toContain('the word of the wallet that paid')
  expect(amountWords(content({ type: 'RECEIVE', amountSource: 'wallet' }))).toContain('of the wallet that was paid')
  expect(amountWords(content({ amountSource: 'wallet', amount: null }))).toContain('nobody has stated it')
  expect(amountWords(content({ amountSource: 'chain' }))).toContain('According to its issuer')
})

test('a card tells its day, a receipt its minute, and both their age in days', () => {
  const at = Date.parse('2026-03-04T05:06:07Z') / 1000
  expect(whenWords(at, 'address-card', 'en-GB')).toBe('4 March 2026')
  expect(whenWords(at, 'receipt', 'en-GB')).toBe('4 March 2026 at 05:06 UTC')
  const ages = [0, 1, 400].map((days) => ageWords(at, (at + days * 86_400) * 1000, 'en-GB'))
  expect(ages).toEqual(['today', 'yesterday', '400 days ago'])
})

test('every check has words', () => {
  const names = ['signature', 'dates', 'wallet_signature', 'amount_statement', 'network', 'first_leg', 'payout_leg']
  for (const name of [...names, 'amount_on_chain']) expect(checkWords[name]).toMatch(/\w{4}/)
})

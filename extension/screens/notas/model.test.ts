import { describe, expect, test } from 'vitest'
import type { Check, NotaVerification } from '#shared/model/nota.ts'
import type { SavedNota } from '../../store/sealed/notas.ts'
import { transaction } from '../../testing/fixtures.ts'
import { cardActions, cardIn, keptAs, keptName, transactionOf } from './model.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hash = (digit: string) => `0x${digit.repeat(64)}`
const check = (result: Check['result']): Check => ({ name: 'network', result, detail: '' })

const card = (valid: boolean, ...checks: Check[]) =>
  ({
    type: 'address-card',
    subject: { address, chainId: 1, network: 'offline', label: null },
    issuer: { fingerprint: 'f', trust: valid ? 'this_gateway' : 'unknown' },
    valid,
    checks,
  }) as unknown as NotaVerification

const receipt = (...hashes: string[]) =>
  ({ type: 'receipt', valid: true, checks: [], subject: { legs: hashes.map((txHash) => ({ txHash })) } }) as never

describe('a card', () => {
  test.each([
    ['that holds', card(true), [], { pay: true, watch: true }],
    ['of a wallet of one’s own', card(true), [address.toLowerCase()], { pay: false, watch: false }],
    ['of somebody unknown', card(false), [], { pay: false, watch: true }],
    ['with a failed check', card(false, check('failed')), [], { pay: false, watch: false }],
    ['that is a receipt', receipt(), [], { pay: false, watch: false }],
  ])('%s', (_, verdict, own, expected) => {
    expect(cardActions(verdict, own)).toEqual(expected)
  })
})

test('only the owner of a valid card is known by it, under the label where it has one', () => {
  const labelled = (label: string | null, valid = true) => {
    const made = card(valid)
    return { ...made, subject: { ...made.subject, label } } as NotaVerification
  }
  expect(cardIn(labelled('Anna\u202e'))).toEqual({ card: { address, label: 'Anna' } })
  expect(cardIn(labelled(' \u200b'))).toEqual({ card: { address, label: null } })
  expect(cardIn(labelled(null))).toEqual({ card: { address, label: null } })
  expect(cardIn(labelled('Anna', false))).toEqual({})
  expect(cardIn(receipt())).toEqual({})
})

describe('a receipt', () => {
  const list = [
    transaction({ id: 't1', txHash: hash('1') }),
    transaction({ id: 't2', txHash: hash('2'), settlementTxHash: hash('3') }),
    transaction({ id: 't3' }),
  ]
  test.each([
    ['by its only leg', receipt(hash('1')), 't1'],
    ['by its payout', receipt(hash('9'), hash('3')), 't2'],
    ['of somebody else', receipt(hash('9')), undefined],
    ['without legs', receipt(), undefined],
    ['that is a card', card(true), undefined],
  ])('is found %s', (_, verdict, expected) => {
    expect(transactionOf(verdict, list)?.id).toBe(expected)
  })
})

test('a receipt of what one wallet of the account paid another is found from the side that it is of', () => {
  const of = (type: string) => ({ type: 'receipt', subject: { type, legs: [{ txHash: hash('1') }] } }) as never
  const list = (['RECEIVE', 'TRANSFER'] as const).map((type) => transaction({ id: type, type, txHash: hash('1') }))
  for (const type of ['RECEIVE', 'TRANSFER']) expect(transactionOf(of(type), list)?.id).toBe(type)
  expect(transactionOf(of('BURN'), list)?.id).toBe('RECEIVE')
})

describe('kept files', () => {
  const saved: SavedNota[] = [{ id: 'n1', kind: 'receipt', name: 'a.nota', text: 'eyJ.a.b\n', savedAt: 1 }]

  test.each([
    ['eyJ.a.b\n', 'n1'],
    ['eyJ.a.b', undefined],
  ])('with the bytes %j', (text, expected) => {
    expect(keptAs(saved, text)?.id).toBe(expected)
  })

  test.each([
    ['card.nota', 'card.nota'],
    ['  two\nlines ', 'two lines'],
    ['\u202e', 'Address card'],
    ['n'.repeat(500), `${'n'.repeat(79)}…`],
  ])('under the name %j', (name, expected) => {
    expect(keptName(name, 'Address card')).toBe(expected)
  })
})

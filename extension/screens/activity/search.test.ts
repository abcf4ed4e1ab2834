import { expect, test } from 'vitest'
import { transaction } from '../../testing/fixtures.ts'
import { sought } from './search.ts'

const [one, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const roof = transaction({ id: 'roof', note: 'For the Roof', externalId: null, to: one })
const bread = transaction({
  id: 'bread',
  note: null,
  externalId: 'invoice 7',
  to: other.toUpperCase().replace('X', 'x'),
})
const older = transaction({ id: 'older', externalId: null, to: null, txHash: null })
const names = [{ address: other, name: 'Baker’s Dozen' }]

test.each([
  ['nothing', ' ', ['roof', 'bread', 'older']],
  ['a note', 'roof', ['roof']],
  ['a reference', 'INVOICE', ['bread']],
  ['a name', 'dozen', ['bread']],
  ['a name in full width', 'ｄｏｚｅｎ', ['bread']],
  ['an address', `0x${'A'.repeat(6)}`, ['roof']],
  ['what is nowhere', 'cake', []],
])('finds by %s', (_, search, found) => {
  expect(sought([roof, bread, older], search, names).map(({ id }) => id)).toEqual(found)
})

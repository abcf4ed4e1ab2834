import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { cardFileName } from '../../ui/addresses/card-file-name.ts'
import { receiverOf } from './model.ts'

const list = [
  triple({ wallet: { id: 'w1', isPrimary: false } }),
  triple({ wallet: { id: 'w2', isPrimary: true } }),
  triple({ wallet: { id: 'w3', isPrimary: false } }),
]

test.each([
  ['what was chosen wins', 'w3', 'w1', 'w3'],
  ['what the address asks for comes next', undefined, 'w1', 'w1'],
  ['else it is the primary wallet', undefined, null, 'w2'],
  ['a wallet that is gone gives way to the primary one', undefined, 'w9', 'w2'],
])('%s', (_, chosen, asked, expected) => {
  expect(receiverOf(list, chosen, asked)?.id).toBe(expected)
})

test('without a wallet there is nothing to be paid at', () => {
  expect(receiverOf([], undefined, null)).toBeUndefined()
})

test('the file of a card names the address and no label', () => {
  expect(cardFileName('0xAbCdEf0123456789aBcDeF0123456789abcdef01')).toBe('address-card-0xabcdef01.nota')
})

import { expect, test } from 'vitest'
import { wishOf } from './api-key-wish.ts'

const now = Date.UTC(2027, 0, 1)

function form(...entries: [string, string][]): FormData {
  const values = new FormData()
  values.append('label', 'Shop')
  for (const [name, value] of entries) values.append(name, value)
  return values
}

test('what is chosen is asked for; without limits the key may use every wallet for ever', () => {
  expect(wishOf(form(['scope', 'read'], ['scope', 'pay'], ['expires', '']), now)).toEqual({
    label: 'Shop',
    scopes: ['read', 'pay'],
    walletIds: null,
    expiresAt: null,
  })
})

test('days become a date, ticked wallets a limit', () => {
  const values = form(['scope', 'read'], ['expires', '30'], ['limit', 'some'], ['wallet', 'a'], ['wallet', 'b'])
  expect(wishOf(values, now)).toMatchObject({ walletIds: ['a', 'b'], expiresAt: '2027-01-31T00:00:00.000Z' })
})

test('wallets that were ticked before the limit was taken back do not count', () => {
  expect(wishOf(form(['scope', 'read'], ['limit', ''], ['wallet', 'a']), now).walletIds).toBeNull()
})

test.each([
  ['a key that may do nothing', form(), 'Choose at least one thing that the key may do.'],
  [
    'a key for no wallet',
    form(['scope', 'read'], ['limit', 'some']),
    'Choose at least one wallet, or let the key use all of them.',
  ],
])('%s is refused before it is asked for', (_, values, message) => {
  expect(() => wishOf(values, now)).toThrow(message)
})

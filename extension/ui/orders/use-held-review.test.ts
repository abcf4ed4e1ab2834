import { expect, test } from 'vitest'
import type { Order } from '../../intents/intent.ts'
import { type Held, holdOrder } from './use-held-review.ts'

const order = (address: string): Order => ({
  verb: 'transfer',
  walletId: 'w1',
  amount: '1',
  token: 'cSTABLE',
  destination: { is: 'address', address },
})
const ada = order(`0x${'a'.repeat(40)}`)

/** What is shown, step by step. */
function shown(steps: [reviewing: boolean, made: Order | null | undefined][]): string[] {
  let held: Held
  return steps.map(([reviewing, made]) => {
    const step = holdOrder(held, reviewing, made)
    held = step.held
    return step.is
  })
}

test.each([
  ['stays while the form comes to the same', [true, ada], [true, { ...ada }], 'review'],
  ['ends where the same contact has another address', [true, ada], [true, order(`0x${'b'.repeat(40)}`)], 'over'],
  ['ends where the form comes to nothing', [true, ada], [true, null], 'over'],
  ['ends where another amount is left in another page', [true, ada], [true, { ...ada, amount: '2' }], 'over'],
  ['shows nothing until it is known', [true, ada], [true, undefined], 'waiting'],
] as const)('a review %s', (_, first, second, is) => {
  expect(shown([[false, ada], [...first], [...second]])).toEqual(['form', 'review', is])
})

test('what was reviewed before does not count in the next review', () => {
  const other = order(`0x${'c'.repeat(40)}`)
  expect(
    shown([
      [true, ada],
      [false, ada],
      [true, other],
    ]),
  ).toEqual(['review', 'form', 'review'])
})

test('a review that is over stays over, until the form is shown', () => {
  expect(
    shown([
      [true, ada],
      [true, null],
      [true, order(`0x${'b'.repeat(40)}`)],
    ]),
  ).toEqual(['review', 'over', 'over'])
})

import { expect, test } from 'vitest'
import { feeText, GAS } from './fee.ts'

const GWEI = 10n ** 9n

test.each([
  ['1 gwei', 1n * GWEI, '0.05', 'About 0.00042 ETH, paid by this wallet.'],
  [
    'what two digits do not hold, which is rounded up',
    1_234_567_891n,
    '0.05',
    'About 0.00052 ETH, paid by this wallet.',
  ],
  ['7 wei', 7n, '0.05', 'About 0.000000000003 ETH, paid by this wallet.'],
  ['nothing', 0n, '0', 'About 0 ETH, paid by this wallet.'],
  ['5000 gwei', 5_000n * GWEI, '2.1', 'About 2.1 ETH, paid by this wallet.'],
])('gas at %s', (_, price, has, said) => {
  expect(feeText(GAS.confidential, String(price), has)).toBe(said)
})

test('a wallet that holds less than that is told so, with what it holds', () => {
  expect(feeText(GAS.confidential, String(GWEI), '0.000419')).toBe(
    'About 0.00042 ETH, paid by this wallet. It holds 0.000419 ETH, which may be too little. If the gateway gives it no more, fund it first.',
  )
})

import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { obstacleOf } from './obstacle.ts'

const dry = (balances: ReturnType<typeof triple>) => ({ ...balances, eth: { amount: '0' } })

test.each([
  ['both balances and gas', triple(), 'confidential', undefined],
  ['both balances and gas', triple(), 'normal', undefined],
  ['no gas', dry(triple()), 'confidential', 'gas'],
  ['no gas', dry(triple()), 'normal', 'gas'],
  ['hardly any gas', { ...triple(), eth: { amount: '0.000000000000000001' } }, 'normal', undefined],
  ['a sealed balance', triple({ confidential: null }), 'confidential', 'sealed'],
  ['a sealed balance', triple({ confidential: null }), 'normal', undefined],
  ['public money only', triple({ confidential: '0' }), 'confidential', 'mint'],
  ['confidential money only', triple({ normal: '0' }), 'normal', 'fund'],
  ['nothing', triple({ normal: '0', confidential: '0' }), 'confidential', 'fund'],
  ['nothing, and no gas', dry(triple({ normal: '0.0', confidential: '0' })), 'normal', 'fund'],
] as const)('a wallet with %s that pays from %2$s', (_, balances, source, expected) => {
  expect(obstacleOf(balances, source)).toBe(expected)
})

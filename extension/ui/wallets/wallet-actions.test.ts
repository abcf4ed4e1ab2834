import { expect, test } from 'vitest'
import { actionsOf } from './wallet-actions.ts'

test.each([
  ['a wallet of the gateway', 'CUSTODIAL', ['read', 'manage', 'pay'], 'send receive mint redeem fund'],
  ['a wallet that is only watched', 'EXTERNAL', ['read', 'manage', 'pay'], 'receive fund'],
  ['a key that may only read', 'CUSTODIAL', ['read'], 'receive'],
] as const)('%s offers its actions', (_, type, scopes, expected) => {
  expect(actionsOf({ type }, scopes).join(' ')).toBe(expected)
})

import { expect, test } from 'vitest'
import { requireChain } from './require-chain.ts'

test('only the chain that was wanted will do, and a main network is refused in plain words', () => {
  expect(() => requireChain(11155111, 11155111)).not.toThrow()
  expect(() => requireChain(17000, 11155111)).toThrow('Check SOTTO_RPC_URL')
  expect(() => requireChain(1, 11155111)).toThrow('Sotto refuses those for now')
})

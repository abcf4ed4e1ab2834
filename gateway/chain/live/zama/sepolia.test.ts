import { SepoliaConfig } from '@zama-fhe/relayer-sdk/node'
import { expect, test } from 'vitest'
import { sepolia } from './sepolia.ts'

test('the constants are those of the client that is installed', () => {
  expect(SepoliaConfig).toMatchObject(sepolia)
})

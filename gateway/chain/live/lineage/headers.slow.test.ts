import { BlockNotFoundError, type Hex, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { createHeaders } from './headers.ts'

const blockHash: Hex = `0x${'b0'.repeat(32)}`
const code = -32_000

test.each([
  ['withholds', new BlockNotFoundError({ blockHash })],
  [
    'says that it lacks',
    new RpcRequestError({ body: {}, url: 'http://node', error: { code, message: 'header not found' } }),
  ],
])('what a node %s is asked for again, and refutes nothing', async (_, error) => {
  let asked = 0
  const getBlock = async () => {
    asked++
    throw error
  }
  await expect(createHeaders().of({ getBlock } as unknown as Client, blockHash)).rejects.toThrow(ChainUnavailable)
  expect(asked).toBeGreaterThan(1)
})

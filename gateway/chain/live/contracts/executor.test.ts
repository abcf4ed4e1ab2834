import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { readExecutorVersion } from './executor.ts'

const saying = (text: string) => ({ readContract: async () => text }) as unknown as Client

test.each([
  ['FHEVMExecutor v0.4.0', '0.4.0'],
  ['FHEVMExecutor v0.10.12', '0.10.12'],
])('%s', async (text, version) => {
  expect(await readExecutorVersion(saying(text))).toBe(version)
})

test.each(['', 'v1', 'FHEVMExecutor v0.4.0\u001b[2J', `v${'1'.repeat(500)}.0.0`, 'FHEVMExecutor v0.4'])(
  'a text that is no version is not passed on: %j',
  async (text) => {
    await expect(readExecutorVersion(saying(text))).rejects.toThrow(ChainUnavailable)
  },
)

test('a chain without an executor is no version either', async () => {
  const client = {
    readContract: async () => {
      throw new Error('no data')
    },
  } as unknown as Client
  await expect(readExecutorVersion(client)).rejects.toThrow(ChainUnavailable)
})

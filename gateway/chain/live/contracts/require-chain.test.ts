import { expect, test } from 'vitest'
import type { Client } from '../rpc/client.ts'
import { requireChain, requireSameChain } from './require-chain.ts'

test('only the chain that was wanted will do, and a main network is refused in plain words', () => {
  expect(() => requireChain(11155111, 11155111)).not.toThrow()
  expect(() => requireChain(17000, 11155111)).toThrow('Check SOTTO_RPC_URL')
  expect(() => requireChain(1, 11155111)).toThrow('Sotto refuses those for now')
})

test('further nodes have to serve it as well, where they answer, and the setting is named', async () => {
  const node = (chainId?: number) => {
    const request = async () => {
      if (chainId === undefined) throw new Error('fetch failed')
      return `0x${chainId.toString(16)}`
    }
    return { request } as unknown as Client
  }
  const require = (...ids: (number | undefined)[]) =>
    requireSameChain(ids.map(node), 11155111, 'SOTTO_RPC_URLS_CONFIRM')
  await expect(require(11155111, undefined)).resolves.toBeUndefined()
  await expect(require()).resolves.toBeUndefined()
  await expect(require(11155111, undefined, 17000)).rejects.toThrow(
    '17000, not 11155111. Check SOTTO_RPC_URLS_CONFIRM.',
  )
})

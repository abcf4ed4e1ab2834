import { expect, test } from 'vitest'
import type { Client } from '../rpc/client.ts'
import { requireChain, requireSameChain } from './require-chain.ts'

test('only the chain that was wanted will do, and a main network is refused in plain words', () => {
  expect(() => requireChain(11155111, 11155111)).not.toThrow()
  expect(() => requireChain(17000, 11155111)).toThrow('Check SOTTO_RPC_URL')
  expect(() => requireChain(1, 11155111)).toThrow('Sotto refuses those for now. Check SOTTO_RPC_URL.')
})

const SILENT = Symbol('silent')

const requireOf = (...answers: unknown[]) => {
  const nodes = answers.map((said) => {
    const request = async () => {
      if (said === SILENT) throw new Error('fetch failed')
      return said
    }
    return { request } as unknown as Client
  })
  return requireSameChain(nodes, 11155111, 'SOTTO_RPC_URLS_CONFIRM')
}

test('further nodes have to serve it as well, where they answer, and the setting is named', async () => {
  await expect(requireOf('0xaa36a7', SILENT)).resolves.toBeUndefined()
  await expect(requireOf()).resolves.toBeUndefined()
  await expect(requireOf('0xaa36a7', SILENT, '0x4268')).rejects.toThrow(
    '17000, not 11155111. Check SOTTO_RPC_URLS_CONFIRM.',
  )
  await expect(requireOf('0x1')).rejects.toThrow('Check SOTTO_RPC_URLS_CONFIRM.')
})

test.each([null, '', '0x', 0, false, {}, '11155112', 'null'])('an answer of %j counts as none', async (said) => {
  await expect(requireOf(said)).resolves.toBeUndefined()
})

import { type Abi, encodeFunctionResult, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { noPowers } from '../../fake/no-powers.ts'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { powersAbi, readPowers } from './powers.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [token, operator, observer, pauser] = ['1', '2', '3', '4'].map(address) as [Address, Address, Address, Address]

type Said = { success: boolean; returnData: Hex }
const refused: Said = { success: false, returnData: '0x' }
const says = (functionName: string, result: unknown): Said => ({
  success: true,
  returnData: encodeFunctionResult({ abi: powersAbi as Abi, functionName, result }),
})
const node = (...said: Said[]) => ({ readContract: async () => said }) as unknown as Client

const wrapper = (selector: Said) =>
  node(
    says('observers', [observer]),
    says('pauser', pauser),
    says('paused', true),
    selector,
    says('isBlocked', false),
    says('isBlocked', true),
  )

test('a wrapper with all powers says who has them, and that it refuses the operator', async () => {
  const client = wrapper(says('getUnderlyingDenyListSelector', '0xfe575a87'))
  expect(await readPowers(client, token, [operator])).toEqual({
    observers: [observer],
    pauser,
    isPaused: true,
    denyList: 'own and underlying',
    refused: [operator],
  })
})

test.each([
  ['none', says('getUnderlyingDenyListSelector', '0x00000000'), 'own'],
  ['none, in the older form', { success: true, returnData: pad('0x', { size: 64 }) }, 'own'],
  [
    'one, in the older form',
    { success: true, returnData: `0x${'0'.repeat(63)}1fe575a87${'0'.repeat(56)}` as Hex },
    'own and underlying',
  ],
])('the list of the token under it: %s', async (_, selector, denyList) => {
  expect((await readPowers(wrapper(selector), token, [operator])).denyList).toBe(denyList)
})

test('a token without any has none, and an answer that is none is taken for that', async () => {
  expect(await readPowers(node(...Array(6).fill(refused)), token, [operator])).toEqual(noPowers)
  const garbage: Said = { success: true, returnData: '0x1234' }
  expect(await readPowers(node(...Array(6).fill(garbage)), token, [operator])).toEqual(noPowers)
})

test('a node that is away has not said that there are no observers', async () => {
  const away = { readContract: () => Promise.reject(new Error('away')) } as unknown as Client
  await expect(readPowers(away, token, [])).rejects.toThrow(ChainUnavailable)
})

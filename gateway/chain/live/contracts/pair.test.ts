import { encodeAbiParameters, type Hex, HttpRequestError, TimeoutError, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { inspectPair } from './pair.ts'

const [stable, cstable]: [Address, Address] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const pair = { stable, cstable }

type Said = { success: boolean; returnData: Hex }
const bool = (value: boolean): Said => ({ success: true, returnData: encodeAbiParameters([{ type: 'bool' }], [value]) })
const refused: Said = { success: false, returnData: '0x' }
const nothing: Said = { success: true, returnData: '0x' }

const ids = { current: '1f1c62b2', confidential: '4958f2a4', erc1363: 'b0202a11' } as const
type Question = { target: Address; callData: Hex; allowFailure: boolean }

/** A node with the pair; `says`: what a contract answers when it is asked whether it has an interface. */
const node = (says: Record<string, Said> | Error) =>
  ({
    multicall: async () => ['USDC', 6, 'cUSDC', stable, 1n],
    readContract: async ({ args: [calls] }: { args: [Question[]] }) => {
      if (says instanceof Error) throw says
      return calls.map(({ callData, allowFailure }) => {
        expect(callData.startsWith(toFunctionSelector('supportsInterface(bytes4)'))).toBe(true)
        const answer = says[callData.slice(10, 18)] ?? refused
        if (!answer.success && !allowFailure) throw new Error('Multicall3: call failed')
        return answer
      })
    },
  }) as unknown as Client

test.each<[string, Record<string, Said>, string, boolean]>([
  [
    'a wrapper of today over an ERC-1363 token',
    { [ids.current]: bool(true), [ids.confidential]: bool(true), [ids.erc1363]: bool(true) },
    'ERC-7984 wrapper',
    true,
  ],
  [
    'an older one',
    { [ids.current]: bool(false), [ids.confidential]: bool(true), [ids.erc1363]: bool(false) },
    'older ERC-7984 wrapper, without request IDs',
    false,
  ],
  [
    'an older one over a token without ERC-165',
    { [ids.confidential]: bool(true), [ids.erc1363]: refused },
    'older ERC-7984 wrapper, without request IDs',
    false,
  ],
  [
    'contracts that answer with nothing',
    { [ids.current]: nothing, [ids.erc1363]: nothing },
    'does not say that it is ERC-7984',
    false,
  ],
  [
    'an answer that is no bool',
    { [ids.current]: { success: true, returnData: '0x12' } },
    'does not say that it is ERC-7984',
    false,
  ],
])('%s', async (_, says, wrapper, transferAndCall) => {
  expect(await inspectPair(node(says), pair)).toMatchObject({ wrapper, transferAndCall })
})

const url = 'http://127.0.0.1:1'
test.each([
  ['refuses for its rate limit', new HttpRequestError({ status: 429, url })],
  ['does not answer in time', new TimeoutError({ body: {}, url })],
  ['has an error inside', Object.assign(new Error('internal error'), { code: -32603, data: '0x' })],
])('a node that %s has not said that the wrapper is an older one', async (_, error) => {
  const asked = inspectPair(node(error), pair)
  await expect(asked).rejects.toThrow(ChainUnavailable)
  await expect(asked).rejects.toThrow('The chain did not answer: interfaces of the tokens')
})

import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Client } from '../rpc/client.ts'
import { registeredAs, resolvePair, sepoliaTokens } from './registry.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [stable, cstable, other] = ['5', 'c', '9'].map(address) as [Address, Address, Address]

type Question = { address: Address; functionName: string; args?: readonly Address[] }
const node = (answer: (question: Question) => unknown) =>
  ({ readContract: async (question: Question) => answer(question) }) as unknown as Client
const silent = node(() => {
  throw new Error('not to be asked')
})

test('without any token it is the pair of the USDC mock, as the registry has it now', async () => {
  const asked: Question[] = []
  const client = node((question) => {
    asked.push(question)
    return [true, cstable]
  })
  expect(await resolvePair(client, {})).toEqual({ stable: sepoliaTokens.usdcMock, cstable })
  expect(asked).toMatchObject([{ address: sepoliaTokens.registry, args: [sepoliaTokens.usdcMock] }])
})

test('other nodes that answer have to name the same', async () => {
  const said = (answer: Address) => node(() => [true, answer])
  const away = node(() => {
    throw new Error('away')
  })
  const pair = { stable: sepoliaTokens.usdcMock, cstable }
  expect(await resolvePair(said(cstable), {}, [away, said(cstable)])).toEqual(pair)
  await expect(resolvePair(said(cstable), {}, [said(cstable), said(other)])).rejects.toThrow(
    /name different tokens: .* Set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS/,
  )
})

test('a pair that is named is not asked for', async () => {
  expect(await resolvePair(silent, { stable, cstable })).toEqual({ stable, cstable })
  expect(
    await resolvePair(
      node(() => [true, cstable]),
      { stable },
    ),
  ).toEqual({ stable, cstable })
  expect(
    await resolvePair(
      node(() => stable),
      { cstable },
    ),
  ).toEqual({ stable, cstable })
})

test.each([
  ['revoked', [false, cstable]],
  ['not there', [false, zeroAddress]],
  ['valid and nothing', [true, zeroAddress]],
])('a pair that is %s is not used', async (_, answer) => {
  await expect(
    resolvePair(
      node(() => answer),
      {},
    ),
  ).rejects.toThrow('no valid confidential token')
})

test.each([
  [[true, stable], 'valid'],
  [[false, stable], 'revoked'],
  [[true, other], 'another'],
  [[false, zeroAddress], 'unknown'],
])('what the registry has: %j is %s', async (answer, registered) => {
  expect(
    await registeredAs(
      node(() => answer),
      sepoliaTokens.registry,
      { stable, cstable },
    ),
  ).toBe(registered)
})

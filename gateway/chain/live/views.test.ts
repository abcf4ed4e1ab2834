import { decodeFunctionData, type Hex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { stableAbi } from '../../contracts/abis.ts'
import type { Client } from './rpc/client.ts'
import { viewAll, viewOf } from './views.ts'

const TOKEN = `0x${'7'.repeat(40)}` as const
const balanceOf = viewOf<bigint>(TOKEN, stableAbi, 'balanceOf')
const [one, two] = [balanceOf(`0x${'1'.repeat(40)}`), balanceOf(`0x${'2'.repeat(40)}`)]

type Said = { success: boolean; returnData: Hex }

/** Notes what it was asked; `answer` says what it answers to so many calls. */
function clientThat(answer: (calls: number) => Said[]) {
  const asked: { blockNumber?: bigint; args: readonly [readonly { callData: Hex }[]] }[] = []
  const client = {
    async readContract(question: (typeof asked)[number]) {
      asked.push(question)
      return answer(question.args[0].length)
    },
  }
  return { asked, client: client as unknown as Client }
}

const amount = (value: number): Said => ({ success: true, returnData: toHex(value, { size: 32 }) })

test('all are asked in one call, as anybody would, and each is answered by its place', async () => {
  const { asked, client } = clientThat(() => [amount(5), amount(6)])
  expect(await viewAll(client, [one, two], 9)).toEqual([5n, 6n])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ functionName: 'aggregate3', blockNumber: 9n })
  const calls = asked[0]?.args[0].map(({ callData }) => decodeFunctionData({ abi: stableAbi, data: callData }))
  expect(calls).toEqual([1, 2].map((digit) => ({ functionName: 'balanceOf', args: [`0x${String(digit).repeat(40)}`] })))
})

test('more than fit go in several, and are in order all the same', async () => {
  let count = 0
  const { asked, client } = clientThat((calls) => Array.from({ length: calls }, () => amount(count++)))
  const answers = await viewAll(
    client,
    Array.from({ length: 10_001 }, () => one),
  )
  expect(answers).toEqual(Array.from({ length: 10_001 }, (_, index) => BigInt(index)))
  expect(asked).toHaveLength(2)
})

test.each<[string, Said[]]>([
  ['says too little', [amount(5)]],
  ['says that one failed', [amount(5), { success: false, returnData: toHex(6, { size: 32 }) }]],
  ['has no contract there', [amount(5), { success: true, returnData: '0x' }]],
  ['says less than a word', [amount(5), { success: true, returnData: '0x06' }]],
])('a node that %s has not answered', async (_, said) => {
  await expect(viewAll(clientThat(() => said).client, [one, two])).rejects.toThrow()
})

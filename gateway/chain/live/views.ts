import { type Abi, decodeFunctionResult, encodeFunctionData, multicall3Abi, prepareEncodeFunctionData } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { type Client, MULTICALL3 } from './rpc/client.ts'

/** A question for a contract, and how its answer is read. */
export type View<Answer> = { target: Address; callData: Hex; read(data: Hex): Answer }

/**
 * Questions for one function of a contract. Its signature is hashed once: viem's own multicall hashes that of every question,
 * which of the balances of a hundred wallets takes as long as the node does.
 */
export function viewOf<Answer>(target: Address, abi: Abi, functionName: string) {
  const prepared = prepareEncodeFunctionData({ abi, functionName })
  return (...args: readonly unknown[]): View<Answer> => ({
    target,
    callData: encodeFunctionData({ ...prepared, args }),
    read: (data) => decodeFunctionResult({ abi: prepared.abi as Abi, functionName, data }) as Answer,
  })
}

/** So many go into one `eth_call`: far more than a hundred wallets need. */
const MOST = 10_000

/** Their answers: of one `eth_call`, and so of one block, unless there are more than `MOST`. Rejects where one reverts or has no answer. */
export async function viewAll<Answer>(
  client: Client,
  views: readonly View<Answer>[],
  block?: number,
): Promise<Answer[]> {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  const parts = Array.from({ length: Math.ceil(views.length / MOST) }, (_, part) =>
    views.slice(part * MOST, (part + 1) * MOST),
  )
  const answers = parts.map(async (some) => {
    const calls = some.map(({ target, callData }) => ({ target, callData, allowFailure: false }))
    const asked = { address: MULTICALL3, abi: multicall3Abi, functionName: 'aggregate3', args: [calls], ...at } as const
    const said = await client.readContract(asked)
    return some.map(({ read }, index) => {
      const answer = said[index]
      return read(answer?.success ? answer.returnData : '0x')
    })
  })
  return (await Promise.all(answers)).flat()
}

/**
 * The answers of contracts that may not know a question, of one `eth_call`: undefined where one reverts, says nothing, or
 * says what `read` throws at. Rejects where the node does not answer: that is no answer of a contract.
 */
export async function viewWhatIsThere<Answer>(
  client: Client,
  views: readonly View<Answer>[],
): Promise<(Answer | undefined)[]> {
  const calls = views.map(({ target, callData }) => ({ target, callData, allowFailure: true }))
  const asked = { address: MULTICALL3, abi: multicall3Abi, functionName: 'aggregate3', args: [calls] } as const
  const said = await client.readContract(asked)
  return views.map(({ read }, index) => {
    const { success = false, returnData = '0x' } = said[index] ?? {}
    if (!success || returnData === '0x') return undefined
    try {
      return read(returnData)
    } catch {
      return undefined
    }
  })
}

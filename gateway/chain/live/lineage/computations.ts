import type { AbiEvent, Hex } from 'viem'
import { computationsOf, leadingTo } from '../../../fhe/computations.ts'
import { fhevm } from '../../../fhe/host.ts'
import { operationsAbi } from '../../../fhe/operation.ts'
import type { Chain } from '../../port.ts'
import { ask, type Client } from '../rpc/client.ts'
import type { Headers } from './headers.ts'
import { operationsIn } from './lineage.ts'

/** Without those of inputs, which carry whole proofs. */
const events = operationsAbi.filter((item): item is AbiEvent => item.type === 'event')

/** Computations of past blocks. The header is asked for only where something in the block leads to the handles. */
export function createComputations(client: Client, headers: Headers): Chain['computationsLeadingTo'] {
  const logsOf = (fromBlock: number, toBlock: number) =>
    client.getLogs({ address: fhevm.executor, events, fromBlock: BigInt(fromBlock), toBlock: BigInt(toBlock) })
  /** Anyone who asks for the same blocks meanwhile shares the answer. */
  const underway = new Map<string, ReturnType<typeof logsOf>>()
  const sharedLogs = (fromBlock: number, toBlock: number) => {
    const name = `${fromBlock}-${toBlock}`
    const asked = underway.get(name) ?? logsOf(fromBlock, toBlock).finally(() => underway.delete(name))
    underway.set(name, asked)
    return asked
  }

  return (handles, fromBlock, toBlock) =>
    ask('computations', async () => {
      const logs = await sharedLogs(fromBlock, toBlock)
      const transactions = [...Map.groupBy(logs, ({ transactionHash }) => transactionHash).values()].map((own) => ({
        blockHash: own[0]?.blockHash as Hex,
        operations: operationsIn(own),
      }))
      const needed = leadingTo(
        handles,
        transactions.flatMap(({ operations }) => operations),
      )
      const each = transactions.map(async ({ blockHash, operations }) => {
        if (!operations.some((operation) => needed.has(operation))) return []
        const computations = computationsOf(operations, await headers.of(client, blockHash))
        return computations.filter(({ operation }) => needed.has(operation))
      })
      return (await Promise.all(each)).flat()
    })
}

import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, multicall3Abi, stableAbi } from '../../../contracts/abis.ts'
import type { Tokens } from '../../port.ts'
import { ask, type Client, MULTICALL3 } from '../rpc/client.ts'
import { despiteLag, type Height } from '../rpc/lag.ts'
import { viewAll, viewOf } from '../views.ts'

type Nodes = { client: Client; tokens: Tokens; height: Height }

/** What addresses hold: gas alone, or gas, STABLE and the handle of their cSTABLE. */
export function createBalances({ client, tokens, height }: Nodes) {
  const blockNumber = viewOf<bigint>(MULTICALL3, multicall3Abi, 'getBlockNumber')
  const ethOf = viewOf<bigint>(MULTICALL3, multicall3Abi, 'getEthBalance')
  const stableOf = viewOf<bigint>(tokens.stable.address, stableAbi, 'balanceOf')
  const handleOf = viewOf<Hex>(tokens.cstable.address, cstableAbi, 'confidentialBalanceOf')

  /** All at one block, which is among the answers. */
  const readAt = (addresses: readonly Address[], block?: number) =>
    ask('balances', async () => {
      const each = addresses.flatMap((address) => [ethOf(address), stableOf(address), handleOf(address)])
      const read = () => viewAll<bigint | Hex>(client, [...each, blockNumber()], block)
      const answers = await despiteLag(read, (all) => block === undefined && height.isBehind(Number(all.at(-1))))
      const readings = addresses.map((address, index) => ({
        address,
        wei: answers[index * 3] as bigint,
        stable: answers[index * 3 + 1] as bigint,
        handle: answers[index * 3 + 2] as Hex,
      }))
      return { block: Number(answers.at(-1)), readings }
    })

  const readGas = (addresses: readonly Address[]): Promise<bigint[]> =>
    ask('gas', async () => {
      if (addresses.length === 0) return []
      const views = [...addresses.map((address) => ethOf(address)), blockNumber()]
      const read = () => viewAll(client, views)
      const answers = await despiteLag(read, (all) => height.isBehind(Number(all.at(-1))))
      return answers.slice(0, -1)
    })

  return { readAt, readGas }
}

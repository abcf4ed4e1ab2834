import { parseAbi } from 'viem'
import { fhevm } from '../../../fhe/host.ts'
import { ChainUnavailable } from '../../port.ts'
import { ask, type Client } from '../rpc/client.ts'

/** IFHEVMExecutor of fhevm: the contract's name and a version, such as `FHEVMExecutor v0.4.0`. */
const versionAbi = parseAbi(['function getVersion() view returns (string)'])

/** A node can answer with any text: no more than a version is passed on. */
const VERSION = /\bv(\d{1,4}\.\d{1,4}\.\d{1,4})$/

/** See `Chain.executorVersion`. */
export async function readExecutorVersion(client: Client, block?: number): Promise<string> {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  const question = { address: fhevm.executor, abi: versionAbi, functionName: 'getVersion', ...at } as const
  const said = await ask('version of the executor', () => client.readContract(question))
  const version = VERSION.exec(said)?.[1]
  if (version === undefined) throw new ChainUnavailable('The chain answered with no version of the executor')
  return version
}

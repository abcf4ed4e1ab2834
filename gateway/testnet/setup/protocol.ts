import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { artifact, type ContractName } from '../../contracts/artifacts.ts'
import { RpcError } from '../chain/rpc.ts'
import { host } from '../sepolia.ts'
import type { Owner } from './owner.ts'

/** Versions of the FHEVM, named by the first that has such handles; all of 0.13 have what Sepolia runs. */
export type Protocol = '0.10' | '0.13' | '0.15'

/** What a new data folder begins with. */
export const NEW_FOLDER: Protocol = '0.13'

/** What a chain can be upgraded to, in this order. `unknown`: a version that does not exist, for tests. */
export type Upgrade = Protocol | 'unknown'

/** Executors, by the minor version that they say. Genesis has the first; the others are our own subclasses of it. */
const executors: Readonly<Record<Upgrade, { minor: number; name: ContractName }>> = {
  '0.10': { minor: 1, name: 'FHEVMExecutor' },
  '0.13': { minor: 4, name: 'BlockBoundExecutor' },
  '0.15': { minor: 6, name: 'OriginBoundExecutor' },
  unknown: { minor: 7, name: 'UnknownExecutor' },
}

const hostAbi = parseAbi([
  'function getVersion() view returns (string)',
  'function upgradeToAndCall(address implementation, bytes data) payable',
  'function setHCUPerBlock(uint48 hcuPerBlock)',
])

/** The limit of host contracts that have none. */
export const NO_LIMIT = 2 ** 48 - 1
/** Minor version of the first HCULimit that can limit a block. */
const LIMITS_BLOCKS = 3

/**
 * Upgrades the host contracts as their owner does on a live network: a new implementation behind the same address, in a
 * transaction. Whatever is on its way meets it where the block that takes it stands. Refuses to go back.
 */
export async function upgrade(owner: Owner, to: Upgrade): Promise<void> {
  const running = await minorOf(owner, host.executor)
  const { minor, name } = executors[to]
  if (running > minor) {
    const now = upgrades.find((one) => executors[one].minor === running) ?? `of executor 0.${running}`
    throw new RpcError(
      -32000,
      `The chain of this test-net runs protocol ${now}, and no chain goes back: leave out ${to}, or name another data folder`,
    )
  }
  if (running === minor) return
  if (!(await limitsBlocks(owner))) await replace(owner, host.hcuLimit, 'BlockHCULimit', limitOf(NO_LIMIT))
  await replace(owner, host.executor, name, '0x')
}

/** Sets what the computations of one block may cost together, in HCU. */
export async function limitBlocks(owner: Owner, most: number): Promise<void> {
  if (!(await limitsBlocks(owner))) throw new RpcError(-32000, 'Protocol 0.10 has no limit of a block.')
  await owner.send(host.hcuLimit, limitOf(most))
}

export const upgrades = Object.keys(executors) as Upgrade[]

const limitsBlocks = async (owner: Owner) => (await minorOf(owner, host.hcuLimit)) >= LIMITS_BLOCKS
const limitOf = (most: number) => encodeFunctionData({ abi: hostAbi, functionName: 'setHCUPerBlock', args: [most] })

async function replace(owner: Owner, proxy: Address, name: ContractName, data: Hex): Promise<void> {
  const args = [await owner.deployed(name, artifact(name).bytecode), data] as const
  await owner.send(proxy, encodeFunctionData({ abi: hostAbi, functionName: 'upgradeToAndCall', args }))
}

/** "FHEVMExecutor v0.4.0" is 4. */
async function minorOf(owner: Owner, contract: Address): Promise<number> {
  const data = await owner.read(contract, encodeFunctionData({ abi: hostAbi, functionName: 'getVersion' }))
  const said = decodeFunctionResult({ abi: hostAbi, functionName: 'getVersion', data })
  const minor = / v0\.(\d+)\.\d+$/.exec(said)?.[1]
  if (minor === undefined) throw new Error(`a host contract says that it is "${said}"`)
  return Number(minor)
}

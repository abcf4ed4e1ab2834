import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'
import { asset } from '../assets.ts'

export type Artifact = { abi: Abi; bytecode: Hex; deployedBytecode: Hex }

export type ContractName =
  | 'Stable'
  | 'CStable'
  | 'Faucet'
  | 'Pads'
  | 'ERC1967Proxy'
  | 'Multicall3'
  | 'ACL'
  | 'FHEVMExecutor'
  | 'InputVerifier'
  | 'KMSVerifier'
  | 'HCULimit'
  | 'PauserSet'
  | 'BlockBoundExecutor'
  | 'OriginBoundExecutor'
  | 'UnknownExecutor'
  | 'BlockHCULimit'
  | 'ExecutorDriver'

/** A committed artifact, read from disk when it is needed: only the test-net deploys, so nothing else pays for it. */
export function artifact(name: ContractName): Artifact {
  return JSON.parse(readFileSync(asset(`contracts/artifacts/${name}.json`), 'utf8')) as Artifact
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const modules = join(here, '..', '..', 'node_modules')
const require = createRequire(import.meta.url)

/** Compiled for both sets; `cancun` because the host contracts use transient storage. */
export const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 800 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
} as const

export type SourceSet = {
  /** Contracts whose artifacts are kept. */
  contracts: readonly string[]
  /** Virtual path of a source, and its text. */
  sources: Record<string, string>
  /** Where an import that is not among the sources is read from: the folder for a prefix. */
  imports: Record<string, string>
}

/** Sotto's own contracts, against the newest OpenZeppelin. */
export function ownContracts(): SourceSet {
  const files = ['Stable.sol', 'CStable.sol', 'Faucet.sol', 'Pads.sol', 'Proxy.sol']
  return {
    contracts: ['Stable', 'CStable', 'Faucet', 'Pads', 'ERC1967Proxy'],
    sources: Object.fromEntries(files.map((file) => [`contracts/${file}`, read(join(here, 'sources', file))])),
    imports: {
      '@openzeppelin/': join(modules, '@openzeppelin'),
      '@fhevm/': join(modules, '@fhevm'),
      'encrypted-types/': join(modules, 'encrypted-types'),
    },
  }
}

/** Our subclasses of the host contracts, which stand for newer ones that are not on npm, and what drives them in tests. */
const OURS = [
  'BlockBoundExecutor',
  'OriginBoundExecutor',
  'UnknownExecutor',
  'BlockHCULimit',
  'ExecutorDriver',
] as const

/** The genuine FHEVM host contracts and our subclasses of them, against the OpenZeppelin 5.1 that they were written for. */
export function hostContracts(): SourceSet {
  const root = join(modules, '@fhevm', 'host-contracts', 'contracts')
  const sources = Object.fromEntries(solidityFiles(root).map((file) => [`contracts/${file}`, read(join(root, file))]))
  const addresses = 'FHEVMHostAddresses.sol'
  const own = OURS.map((name) => [`ours/${name}.sol`, read(join(here, 'sources', `${name}.sol`))])
  return {
    contracts: ['ACL', 'FHEVMExecutor', 'InputVerifier', 'KMSVerifier', 'HCULimit', 'PauserSet', ...OURS],
    sources: {
      ...sources,
      ...Object.fromEntries(own),
      [`addresses/${addresses}`]: read(join(here, 'sources', addresses)),
    },
    imports: {
      '@openzeppelin/contracts-upgradeable/': join(modules, 'openzeppelin-upgradeable-5.1'),
      '@openzeppelin/contracts/': join(modules, 'openzeppelin-contracts-5.1'),
    },
  }
}

/** Packages whose sources or code go into an artifact; their exact versions stand for their content. */
const packages = [
  '@fhevm/host-contracts',
  '@fhevm/solidity',
  '@openzeppelin/confidential-contracts',
  '@openzeppelin/contracts',
  '@openzeppelin/contracts-upgradeable',
  'encrypted-types',
  'openzeppelin-contracts-5.1',
  'openzeppelin-upgradeable-5.1',
  'solc',
  'viem',
]

export type Inputs = { sources: Record<string, string>; packages: Record<string, string>; settings: typeof settings }

/** What decides the artifacts: our sources by SHA-256, everything else by exact package version. */
export function currentInputs(): Inputs {
  const sources = readdirSync(join(here, 'sources')).sort()
  return {
    sources: Object.fromEntries(sources.map((file) => [file, sha256(read(join(here, 'sources', file)))])),
    packages: Object.fromEntries(packages.map((name) => [name, version(name)])),
    settings,
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** viem's Multicall3, as creation code. Not among viem's exports, and only needed when artifacts are built. */
export async function multicall3Creation(): Promise<string> {
  const file = join(modules, 'viem', '_esm', 'constants', 'contracts.js')
  const { multicall3Bytecode } = (await import(file)) as { multicall3Bytecode: string }
  return multicall3Bytecode
}

export function solc(): { compile(input: string, callbacks: object): string } {
  return require('solc')
}

function version(name: string): string {
  const file = join(modules, ...name.split('/'), 'package.json')
  return (JSON.parse(read(file)) as { version: string }).version
}

function solidityFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sol'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { artifact, type ContractName } from '../../contracts/artifacts.ts'
import { gatewayChain } from '../../fhe/host.ts'
import { type Paths, writeDurably } from '../files.ts'
import type { Secrets } from '../secrets.ts'
import { CHAIN_ID, host, wellKnown } from '../sepolia.ts'
import type { Rpc } from './rpc.ts'

/** EIP-1967: keccak256("eip1967.proxy.implementation") - 1. */
const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** ERC-7201 slot of OpenZeppelin's Initializable: `_initialized`. */
const INITIALIZED = '0xf0c57e16840df040f15088dc2f81fe391c3923bec73e23a9662efc9c229c6a00'
/** ERC-7201 slot of OpenZeppelin's OwnableUpgradeable: `_owner`. */
const OWNER = '0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300'

/**
 * Contract of EIP-2935, which every block tells its parent's hash; without code it is left alone, as the EIP has it. Its
 * 8,191 slots, hashed for every block and kept for 64 past ones, would take 14 ms of each payment and 76 MB.
 */
const BLOCK_HASH_HISTORY = '0x0000F90827F1C53a10cb7A02335B175320002935'

/** What anvil's `--init` reads. The random coinbase sets this genesis block apart from every other installation's. */
export function writeGenesis(paths: Paths, secrets: Secrets, time: number): void {
  const genesis = {
    config: { chainId: CHAIN_ID },
    nonce: '0x0',
    timestamp: toHex(time),
    extraData: '0x',
    gasLimit: toHex(60_000_000),
    difficulty: '0x0',
    mixHash: pad('0x'),
    coinbase: secrets.coinbase,
    baseFeePerGas: toHex(1_000_000_000),
    alloc: { [privateKeyToAccount(secrets.ownerKey).address]: { balance: toHex(10n ** 24n) } },
  }
  writeDurably(paths.genesis, JSON.stringify(genesis))
}

const proxied = [
  ['ACL', host.acl],
  ['FHEVMExecutor', host.executor],
  ['HCULimit', host.hcuLimit],
  ['InputVerifier', host.inputVerifier],
  ['KMSVerifier', host.kmsVerifier],
] as const

/**
 * Puts the genuine FHEVM host contracts at their Sepolia addresses: implementations by ordinary deployment (their
 * immutables hold their own addresses), in front of each an ERC-1967 proxy in the state that Zama's EmptyUUPSProxy
 * leaves (initialised once), then the contracts' own `initializeFromEmptyProxy` with this installation's signers.
 */
export async function installHost(rpc: Rpc, secrets: Secrets, time: number): Promise<void> {
  const owner = privateKeyToAccount(secrets.ownerKey)
  let nonce = 0

  async function send(to: Hex | undefined, data: Hex): Promise<Hex> {
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
    const call = {
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce,
      gas: 15_000_000n,
      data,
      ...(to && { to }),
      ...fees,
    } as const
    const created = getContractAddress({ from: owner.address, nonce: BigInt(nonce) })
    nonce += 1
    const hash = await rpc.call<Hex>('eth_sendRawTransaction', [await owner.signTransaction(call)])
    await rpc.call('evm_mine', [{ timestamp: time }])
    const receipt = await rpc.call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error(`genesis transaction ${nonce} failed`)
    return created
  }

  const deploy = (name: ContractName) => send(undefined, artifact(name).bytecode)
  const codeOf = (address: Hex) => rpc.call<Hex>('eth_getCode', [address, 'latest'])
  async function copyCode(name: ContractName, to: Hex): Promise<void> {
    await rpc.call('anvil_setCode', [to, await codeOf(await deploy(name))])
  }

  await rpc.call('anvil_setCode', [BLOCK_HASH_HISTORY, '0x'])
  await copyCode('Multicall3', wellKnown.multicall3)
  await copyCode('PauserSet', host.pauserSet)
  const proxy = artifact('ERC1967Proxy').deployedBytecode
  for (const [name, address] of proxied) {
    const implementation = await deploy(name)
    await rpc.call('anvil_setCode', [address, proxy])
    await rpc.call('anvil_setStorageAt', [address, IMPLEMENTATION, pad(implementation)])
    await rpc.call('anvil_setStorageAt', [address, INITIALIZED, pad('0x01')])
  }
  await rpc.call('anvil_setStorageAt', [host.acl, OWNER, pad(owner.address)])
  for (const [name, address] of proxied) await send(address, initialize(name, secrets))
}

function initialize(name: (typeof proxied)[number][0], secrets: Secrets): Hex {
  const { abi } = artifact(name)
  const signer = (key: Hex) => [privateKeyToAccount(key).address]
  const args = {
    ACL: [],
    FHEVMExecutor: [],
    HCULimit: [],
    InputVerifier: [gatewayChain.inputVerification, BigInt(gatewayChain.id), signer(secrets.coprocessorKey), 1n],
    KMSVerifier: [gatewayChain.decryption, BigInt(gatewayChain.id), signer(secrets.kmsKey), 1n],
  }[name]
  return encodeFunctionData({ abi, functionName: 'initializeFromEmptyProxy', args })
}

export function creationCode(name: ContractName, args: unknown[]): Hex {
  const { abi, bytecode } = artifact(name)
  return encodeDeployData({ abi, bytecode, args })
}

import { createWalletClient, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import type { Address } from '#shared/model/ids.ts'
import { faucetAbi } from '../../../contracts/abis.ts'
import { artifact, type ContractName } from '../../../contracts/artifacts.ts'
import type { Signer } from '../../port.ts'
import { createClient } from '../rpc/client.ts'
import { rpcTransport } from '../rpc/transport.ts'
import { requireChain } from './require-chain.ts'

/** A block of Sepolia takes twelve seconds; one that is full takes more. */
const MINED_WITHIN_MS = 300_000

export type OwnTokens = { stable: Address; cstable: Address; faucet: Address }
type Where = { rpcUrl: string; operator: Signer }

/**
 * Deploys contracts of one's own on Sepolia: STABLE, cSTABLE over it and the faucet that alone may mint, whose owner and
 * operator is the deployer. Three transactions, each waited for; `made` hears of each contract. A deployment that is cut short
 * has spent gas; the next one begins anew.
 */
export async function deployOwn({ rpcUrl, operator }: Where, made: (line: string) => void): Promise<OwnTokens> {
  const client = createClient(rpcUrl, sepolia.id)
  requireChain(await client.getChainId(), sepolia.id)
  const account = privateKeyToAccount(operator.key)
  const wallet = createWalletClient({ account, chain: sepolia, transport: rpcTransport(rpcUrl) })

  async function mined(hash: Hex) {
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 1_000, timeout: MINED_WITHIN_MS })
    if (receipt.status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
    return receipt
  }
  async function deploy(name: ContractName, args: unknown[]): Promise<Address> {
    const { abi, bytecode } = artifact(name)
    const { contractAddress } = await mined(await wallet.deployContract({ abi, bytecode, args }))
    if (!contractAddress) throw new Error(`The chain names no address of ${name}.`)
    made(`${name} ${contractAddress}`)
    return contractAddress
  }

  const faucet = await deploy('Faucet', [operator.address])
  const stable = await client.readContract({ address: faucet, abi: faucetAbi, functionName: 'stable' })
  const cstable = await deploy('CStable', [stable])
  const args = [operator.address, true] as const
  await mined(await wallet.writeContract({ address: faucet, abi: faucetAbi, functionName: 'setOperator', args }))
  return { stable, cstable, faucet }
}

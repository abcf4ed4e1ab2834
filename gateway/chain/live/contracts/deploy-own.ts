import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { sepolia } from 'viem/chains'
import type { Address } from '#shared/model/ids.ts'
import { faucetAbi } from '../../../contracts/abis.ts'
import { artifact, type ContractName } from '../../../contracts/artifacts.ts'
import { createPaid, type Paid } from './paid.ts'
import { requireChain } from './require-chain.ts'

export type OwnTokens = { stable: Address; cstable: Address; faucet: Address }

/**
 * Deploys contracts of one's own on Sepolia: STABLE, cSTABLE over it and the faucet that alone may mint, whose owner and
 * operator is the deployer. Three transactions, each waited for; `made` hears of each contract. A deployment that is cut short
 * has spent gas; the next one begins anew.
 */
export async function deployOwn(where: Omit<Paid, 'chainId'>, made: (line: string) => void): Promise<OwnTokens> {
  const operator = where.payer.address
  const { client, mined } = createPaid({ ...where, chainId: sepolia.id })
  requireChain(await client.getChainId(), sepolia.id)

  async function succeeded(call: { to: Address | null; data: Hex }) {
    const receipt = await mined(call)
    if (receipt.status !== 'success') throw new Error(`The transaction ${receipt.transactionHash} reverted.`)
    return receipt
  }
  async function deploy(name: ContractName, args: unknown[]): Promise<Address> {
    const { abi, bytecode } = artifact(name)
    const { contractAddress } = await succeeded({ to: null, data: encodeDeployData({ abi, bytecode, args }) })
    if (!contractAddress) throw new Error(`The chain names no address of ${name}.`)
    made(`${name} ${contractAddress}`)
    return contractAddress
  }

  const faucet = await deploy('Faucet', [operator])
  const stable = await client.readContract({ address: faucet, abi: faucetAbi, functionName: 'stable' })
  const cstable = await deploy('CStable', [stable])
  const data = encodeFunctionData({ abi: faucetAbi, functionName: 'setOperator', args: [operator, true] })
  await succeeded({ to: faucet, data })
  return { stable, cstable, faucet }
}

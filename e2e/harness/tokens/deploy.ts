import { type Abi, createWalletClient, encodeFunctionData, type Hex, http } from 'viem'
import { sepolia } from 'viem/chains'
import { operator } from '../../../gateway/testnet/test-kit.ts'
import type { Testnet } from '../testnet.ts'
import { compiled, strangeTokens, type TokenName } from './compiled.ts'

/** Deploys one as the operator. */
export async function deploy({ info, money }: Testnet, name: TokenName, args: unknown[]): Promise<Hex> {
  const { abi, bytecode } = compiled(name)
  const wallet = createWalletClient({ account: operator, chain: sepolia, transport: http(info.rpcUrl) })
  const hash = await wallet.deployContract({ abi, bytecode, args })
  const { contractAddress } = await money.reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed by ${hash}`)
  return contractAddress
}

/** Calls a function of one as the operator. */
export async function tell(
  { money }: Testnet,
  to: Hex,
  abi: Abi,
  functionName: string,
  args: unknown[],
): Promise<void> {
  await money.send(operator, to, encodeFunctionData({ abi, functionName, args }))
}

export type StrangeToken = (typeof strangeTokens)[number]

/** Puts a confidential token that does something else than it says beside the test-net's own, over the same STABLE. */
export async function deployStrangeTokens(testnet: Testnet): Promise<Record<StrangeToken, Hex>> {
  const addresses: Partial<Record<StrangeToken, Hex>> = {}
  for (const name of strangeTokens) addresses[name] = await deploy(testnet, name, [testnet.info.stable])
  return addresses as Record<StrangeToken, Hex>
}

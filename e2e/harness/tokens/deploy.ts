import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, createWalletClient, encodeFunctionData, type Hex, http } from 'viem'
import { sepolia } from 'viem/chains'
import type { Artifact } from '../../../gateway/contracts/artifacts.ts'
import { compile } from '../../../gateway/contracts/compile.ts'
import { ownContracts } from '../../../gateway/contracts/inputs.ts'
import { operator } from '../../../gateway/testnet/test-kit.ts'
import type { Testnet } from '../testnet.ts'

/** Compiles contracts of a file that stands here, against Sotto's own. Takes seconds. */
export function compileHere(file: string, contracts: readonly string[]): Record<string, Artifact> {
  const own = ownContracts()
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  return compile({ ...own, sources: { ...own.sources, [`contracts/${file}`]: source }, contracts })
}

/** Deploys one as the operator. */
export async function deploy({ info, money }: Testnet, artifact: Artifact | undefined, args: unknown[]): Promise<Hex> {
  if (artifact === undefined) throw new Error('not compiled')
  const { abi, bytecode } = artifact
  const wallet = createWalletClient({ account: operator, chain: sepolia, transport: http(info.rpcUrl) })
  const hash = await wallet.deployContract({ abi, bytecode, args })
  const { contractAddress } = await money.reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`nothing was deployed by ${hash}`)
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

export const strangeTokens = ['FeeAfterwards', 'FeeFromWithin', 'MovesNothing'] as const
export type StrangeToken = (typeof strangeTokens)[number]

/** Puts a confidential token that does something else than it says beside the test-net's own, over the same STABLE. */
export async function deployStrangeTokens(testnet: Testnet): Promise<Record<StrangeToken, Hex>> {
  const compiled = compileHere('StrangeTokens.sol', strangeTokens)
  const addresses: Partial<Record<StrangeToken, Hex>> = {}
  for (const name of strangeTokens) addresses[name] = await deploy(testnet, compiled[name], [testnet.info.stable])
  return addresses as Record<StrangeToken, Hex>
}

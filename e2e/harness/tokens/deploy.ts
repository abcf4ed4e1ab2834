import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletClient, type Hex, http } from 'viem'
import { sepolia } from 'viem/chains'
import { compile } from '../../../gateway/contracts/compile.ts'
import { ownContracts } from '../../../gateway/contracts/inputs.ts'
import { operator } from '../../../gateway/testnet/test-kit.ts'
import type { Testnet } from '../testnet.ts'

export const strangeTokens = ['FeeAfterwards', 'FeeFromWithin', 'MovesNothing'] as const
export type StrangeToken = (typeof strangeTokens)[number]

/** Puts a confidential token that does something else than it says beside the test-net's own, over the same STABLE. */
export async function deployStrangeTokens({ info, money }: Testnet): Promise<Record<StrangeToken, Hex>> {
  const own = ownContracts()
  const source = readFileSync(join(import.meta.dirname, 'StrangeTokens.sol'), 'utf8')
  const sources = { ...own.sources, 'contracts/StrangeTokens.sol': source }
  const compiled = compile({ ...own, sources, contracts: strangeTokens })
  const wallet = createWalletClient({ account: operator, chain: sepolia, transport: http(info.rpcUrl) })
  const addresses: Partial<Record<StrangeToken, Hex>> = {}
  for (const name of strangeTokens) {
    const { abi, bytecode } = compiled[name] ?? { abi: [], bytecode: '0x' }
    const hash = await wallet.deployContract({ abi, bytecode, args: [info.stable] })
    const { contractAddress } = await money.reader.waitForTransactionReceipt({ hash })
    addresses[name] = contractAddress ?? '0x'
  }
  return addresses as Record<StrangeToken, Hex>
}

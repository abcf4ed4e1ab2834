import { isAddressEqual, parseAbi, zeroAddress } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi } from '../../../contracts/abis.ts'
import { ChainUnavailable } from '../../port.ts'
import type { Registered } from '../../token-powers.ts'
import { ask, type Client } from '../rpc/client.ts'

/** Zama's registry of wrappers and its mock of USDC, which anyone may mint (protocol-apps, docs/addresses/testnet/sepolia.md). */
export const sepoliaTokens = {
  registry: '0x2f0750Bbb0A246059d80e94c454586a7F27a128e',
  usdcMock: '0x9b5Cd13b8eFbB58Dc25A05CF411D8056058aDFfF',
} as const

/** ConfidentialTokenWrappersRegistry of protocol-apps: of a revoked pair the addresses stay, and it is not valid. */
export const registryAbi = parseAbi([
  'function getConfidentialTokenAddress(address tokenAddress) view returns (bool isValid, address confidentialTokenAddress)',
  'function getTokenAddress(address confidentialTokenAddress) view returns (bool isValid, address tokenAddress)',
])

export type Pair = { stable: Address; cstable: Address }

/** What of it is configured; `registry`: where it is not Sepolia's. */
export type Configured = Partial<Pair> & { registry?: Address }

/**
 * Both tokens, where none or one of them is configured. Without any it is the registry's pair of the USDC mock. Throws where the
 * registry has no valid pair, or another node, of those that answer, names other tokens.
 */
export async function resolvePair(
  client: Client,
  configured: Configured,
  confirming: readonly Client[] = [],
): Promise<Pair> {
  const silent = (error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error
    return undefined
  }
  const [pair, ...others] = await Promise.all([
    pairSaidBy(client, configured),
    ...confirming.map((node) => pairSaidBy(node, configured).catch(silent)),
  ])
  for (const other of others) {
    if (other === undefined) continue
    if (isAddressEqual(other.stable, pair.stable) && isAddressEqual(other.cstable, pair.cstable)) continue
    throw new Error(
      `The nodes name different tokens: ${pair.stable} and ${pair.cstable}, or ${other.stable} and ${other.cstable}. Set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS.`,
    )
  }
  return pair
}

async function pairSaidBy(client: Client, { stable, cstable, registry }: Configured): Promise<Pair> {
  if (cstable !== undefined) return { cstable, stable: stable ?? (await underlyingOf(client, cstable)) }
  const token = stable ?? sepoliaTokens.usdcMock
  const address = registry ?? sepoliaTokens.registry
  const question = { address, abi: registryAbi, functionName: 'getConfidentialTokenAddress', args: [token] } as const
  const [isValid, found] = await ask('the wrappers registry', () => client.readContract(question))
  if (isValid && !isAddressEqual(found, zeroAddress)) return { stable: token, cstable: found }
  throw new Error(
    `The wrappers registry ${address} has no valid confidential token for ${token}. Set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS.`,
  )
}

function underlyingOf(client: Client, cstable: Address): Promise<Address> {
  const question = { address: cstable, abi: cstableAbi, functionName: 'underlying' } as const
  return ask('the token under the confidential one', () => client.readContract(question))
}

/** What the registry says of a pair. */
export async function registeredAs(client: Client, address: Address, { stable, cstable }: Pair): Promise<Registered> {
  const question = { address, abi: registryAbi, functionName: 'getTokenAddress', args: [cstable] } as const
  const [isValid, found] = await ask('the wrappers registry', () => client.readContract(question))
  if (isAddressEqual(found, zeroAddress)) return 'unknown'
  if (!isAddressEqual(found, stable)) return 'another'
  return isValid ? 'valid' : 'revoked'
}

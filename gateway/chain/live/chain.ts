import type { Address } from '#shared/model/ids.ts'
import { fhevm } from '../../fhe/host.ts'
import type { Chain, Signer } from '../port.ts'
import type { SigningChain } from '../signing.ts'
import { createCalls } from './calls/calls.ts'
import { readExecutorVersion } from './contracts/executor.ts'
import { createPads } from './contracts/pads.ts'
import { inspectPair } from './contracts/pair.ts'
import { readPowers } from './contracts/powers.ts'
import { registeredAs, resolvePair } from './contracts/registry.ts'
import { requireChain, requireSameChain } from './contracts/require-chain.ts'
import { createInUse } from './in-use.ts'
import { createHeaders } from './lineage/headers.ts'
import { createMoves } from './moves.ts'
import { createReads } from './reads.ts'
import { createReceipts } from './receipts.ts'
import { estimate } from './reverts.ts'
import { ask, createClient, MULTICALL3 } from './rpc/client.ts'
import { createHeight } from './rpc/lag.ts'
import { broadcast, callIn, inputIn, resign, sign } from './send.ts'
import { walletKeys } from './wallet-keys.ts'
import { createConfidential, type FastInput } from './zama/confidential.ts'
import { permitTime } from './zama/permits.ts'

export type LiveNetwork = {
  rpcUrl: string
  /** Further nodes, which must agree before anything is given up permanently. */
  confirmingRpcUrls?: readonly string[]
  /** A node that keeps the state of all blocks: asked for what others have forgotten. */
  archiveRpcUrl?: string
  relayerUrl: string
  relayerApiKey?: string
  chainId: number
  /** Without it, or the next, as the registry has it. */
  stable?: Address
  cstable?: Address
  /** Zama's registry of wrappers, where the network has one. */
  registry?: Address
  /** Without one, the public token's own `mint` is the faucet. */
  faucet?: Address
  operator: Signer | undefined
  fastInput?: FastInput
}

/** The FHEVM's contracts on this chain ID: nothing that is sent to them comes back. */
const { chainId: _, ...hostContracts } = fhevm
const HOST_CONTRACTS: Address[] = Object.values(hostContracts)

/** A chain behind an RPC and a relayer, live or offline alike. Fails where the RPC, or a further node, serves another chain. */
export async function createLiveChain(given: LiveNetwork): Promise<Chain & { close(): Promise<void> }> {
  const { chainId, operator, faucet, registry } = given
  const client = createClient(given.rpcUrl, chainId)
  requireChain(await ask('chain ID', () => client.getChainId()), chainId)

  const confirming = (given.confirmingRpcUrls ?? []).map((url) => createClient(url, chainId))
  const archive = given.archiveRpcUrl === undefined ? client : createClient(given.archiveRpcUrl, chainId)
  await Promise.all([
    requireSameChain(confirming, chainId, 'SOTTO_RPC_URLS_CONFIRM'),
    archive === client ? undefined : requireSameChain([archive], chainId, 'SOTTO_RPC_URL_ARCHIVE'),
  ])

  const pair = await resolvePair(client, given, confirming)
  const network = { ...given, ...pair }
  const { tokens, transferAndCall, wrapper } = await inspectPair(client, pair)
  const isOlder = wrapper === 'older ERC-7984 wrapper, without request IDs'
  const [height, headers] = [createHeight(), createHeaders()]
  const reads = createReads(client, { tokens, height, headers, archive })
  const confidential = createConfidential({
    ...network,
    now: async () => permitTime((await reads.head()).time, Date.now()),
  })
  const pads = createPads(client, pair.cstable, (wallet, values) =>
    confidential.encryptAhead(pads.address, wallet, values),
  )
  const chain: SigningChain & { close(): Promise<void> } = {
    chainId,
    tokens,
    operator,
    ownContracts: [
      network.stable,
      network.cstable,
      MULTICALL3,
      pads.address,
      ...(faucet === undefined ? [] : [faucet]),
      ...HOST_CONTRACTS,
    ].map((address) => walletKeys.checksum(address.toLowerCase()) ?? (address as Address)),
    executorVersion: (block) =>
      readExecutorVersion(client, block).catch((error: unknown) => {
        // The state of old blocks is not kept by every node.
        if (archive === client || block === undefined) throw error
        return readExecutorVersion(archive, block)
      }),
    async tokenPowers() {
      const powers = await readPowers(client, pair.cstable, operator === undefined ? [] : [operator.address])
      return registry === undefined ? powers : { ...powers, registered: await registeredAs(client, registry, pair) }
    },
    ...reads,
    ...createInUse(
      reads,
      confirming.map((node) => createReads(node, { tokens, height: createHeight(), headers, archive: node })),
    ),
    ...createReceipts(client, { tokens, isOlder, chainId, confirming, archive, height, headers }),
    ...createMoves(client, { tokens, confirming }),
    callIn,
    inputIn,
    estimate: (sender, call, block) => estimate(client, sender, call, block),
    sign: (signer, request) => sign(chainId, signer, request),
    resign: (signer, raw, fees) => resign(chainId, signer, raw, fees),
    broadcast: (raw) => broadcast(client, raw),
    calls: createCalls({ tokens, faucet, pads: pads.address, transferAndCall }),
    wallets: walletKeys,
    confidential,
    pads,
    close: async () => confidential.close(),
  }
  return chain
}

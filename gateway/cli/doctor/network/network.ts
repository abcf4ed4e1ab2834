import type { Address } from '#shared/model/ids.ts'
import { readExecutorVersion } from '../../../chain/live/contracts/executor.ts'
import { newestTransfers } from '../../../chain/live/contracts/newest-transfers.ts'
import { inspectPair } from '../../../chain/live/contracts/pair.ts'
import { readPowers } from '../../../chain/live/contracts/powers.ts'
import { type Configured, registeredAs, resolvePair, sepoliaTokens } from '../../../chain/live/contracts/registry.ts'
import { ask, type Client } from '../../../chain/live/rpc/client.ts'
import { executors } from '../../../fhe/executors.ts'
import { bad, type Finding, ok, reason, warn } from '../finding.ts'
import { padsFound } from './pads.ts'
import { proofsFound } from './proofs.ts'
import { nameOf, powersFound } from './token.ts'

/** Transactions whose handles are proven: some hundred computations. */
const NEWEST = 20

export const CLOCK_MAX_S = 120

/**
 * What a node says of a live network, held against what this version knows: chain, executor, tokens, and the handles of the
 * newest transfers. `pads`: whether proofs are to be made ahead. Reads only. `now` in milliseconds.
 */
export async function examineNetwork(
  client: Client,
  {
    tokens,
    addresses,
    chainId,
    pads = false,
    now,
  }: { tokens: Configured; addresses: readonly Address[]; chainId: number; pads?: boolean; now: number },
): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    const said = await ask('chain ID', () => client.getChainId())
    if (said !== chainId)
      return [
        bad('chain', `the node serves chain ${said}, and Sotto runs on ${chainId} alone`, 'use a node of Sepolia'),
      ]
    found.push(await headFound(client, now), await executorFound(client))
    const pair = await resolvePair(client, tokens)
    const { tokens: named, wrapper } = await inspectPair(client, pair)
    const [stable, cstable] = [nameOf(named.stable.symbol), nameOf(named.cstable.symbol)]
    found.push(ok('tokens', `${cstable} ${pair.cstable} over ${stable} ${pair.stable}, one for one; ${wrapper}`))
    const powers = await readPowers(client, pair.cstable, addresses)
    const registered = await registeredAs(client, tokens.registry ?? sepoliaTokens.registry, pair)
    found.push(...powersFound({ ...powers, registered }))
    if (pads) found.push(await padsFound(client, pair.cstable))
    found.push(...proofsFound(await newestTransfers(client, pair.cstable, NEWEST)))
  } catch (error) {
    found.push(bad('network', reason(error), 'try again, or use another node'))
  }
  return found
}

async function headFound(client: Client, now: number): Promise<Finding> {
  const { number, timestamp } = await ask('newest block', () => client.getBlock())
  const away = Math.abs(Math.round(now / 1000) - Number(timestamp))
  const says = `block ${number}, ${away} s away from our clock`
  return away <= CLOCK_MAX_S ? ok('chain', says) : warn('chain', says, 'set the clock (NTP), or use another node')
}

async function executorFound(client: Client): Promise<Finding> {
  const version = await readExecutorVersion(client)
  const formula = executors[version]
  if (formula !== undefined) return ok('executor', `v${version}, handles ${formula}`)
  const says = `v${version}, of which this version does not know the formula: amounts are decrypted, not derived`
  return warn('executor', says, 'look for a newer version of Sotto')
}

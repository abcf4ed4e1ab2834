import { createClient } from '../../chain/live/rpc/client.ts'
import type { Config } from '../../config/config.ts'
import { isWebUrl } from '../../config/values.ts'
import { version } from '../../version.ts'
import { systemClock } from '../../world/clock.ts'
import { namedContracts, SEPOLIA_CHAIN } from '../start/live-network.ts'
import { type Finding, ok } from './finding.ts'
import { examineNetwork } from './network/network.ts'

/**
 * `sotto doctor --rpc URL`: what anybody with a node's address can find out, without a data folder, a key or any cost. To be
 * pasted into an issue, so the address, which may hold the key to a node, is nowhere in it. Without URL it is SOTTO_RPC_URL,
 * which other users of the machine do not see.
 */
export async function reportOn(config: Config, rpcUrl: string | undefined): Promise<Finding[]> {
  if (rpcUrl === undefined) throw new Error('Give --rpc the address of a Sepolia node, or set SOTTO_RPC_URL.')
  if (!isWebUrl(rpcUrl)) throw new Error('--rpc takes the http or https address of a Sepolia node.')
  const now = systemClock.now()
  const client = createClient(rpcUrl, SEPOLIA_CHAIN)
  const what = { tokens: namedContracts(config), addresses: [], chainId: SEPOLIA_CHAIN, now }
  const found = await examineNetwork(client, what)
  return [
    ok('report', `sotto ${version} at ${new Date(now).toISOString()}`),
    ...found.map((one) => without(rpcUrl, one)),
  ]
}

/** Errors quote the address that was asked. */
function without(rpcUrl: string, finding: Finding): Finding {
  const { host, pathname, search } = new URL(rpcUrl)
  const secret = [rpcUrl, `${host}${pathname}`, host, ...[pathname, search].filter((part) => part.length > 1)]
  return { ...finding, says: secret.reduce((text, part) => text.replaceAll(part, '(the node)'), finding.says) }
}

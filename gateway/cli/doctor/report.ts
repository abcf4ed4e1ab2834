import { createClient } from '../../chain/live/rpc/client.ts'
import type { Config } from '../../config/config.ts'
import { isWebUrl } from '../../config/values.ts'
import { withoutUrls } from '../../error-words.ts'
import { version } from '../../version.ts'
import { systemClock } from '../../world/clock.ts'
import { namedContracts, SEPOLIA_CHAIN } from '../start/live-network.ts'
import { type Finding, ok } from './finding.ts'
import { examineNetwork } from './network/network.ts'

/**
 * `sotto doctor --rpc URL`: findings that need a node's address alone, no data folder and no key, and cost nothing. To be
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

/** Errors quote the address that was asked, whole, in parts, or as they parse it. */
function without(rpcUrl: string, finding: Finding): Finding {
  return { ...finding, says: withoutNode(rpcUrl, finding.says) }
}

/** Shorter parts, as `/` or `/v3`, hold no key, and stand in many words. */
const PART_MIN = 4

/** A text without the address of a node, and without any part of it that may be a key or tell whose node it is. */
export function withoutNode(rpcUrl: string, text: string): string {
  const { host, hostname, pathname, search, searchParams, hash, username, password } = new URL(rpcUrl)
  const [, written = ''] = /^[^/]*\/\/([^/?#]*)/.exec(rpcUrl) ?? []
  const whole = [rpcUrl, written, host, hostname, pathname, search, hash]
  const keys = [username, password, ...pathname.split('/'), ...searchParams.values(), hash.slice(1)]
  const parts = [...whole, ...keys].flatMap((part) => [part, decoded(part)]).filter(({ length }) => length >= PART_MIN)
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length)
  return longestFirst.reduce(
    (said, part) => said.replace(new RegExp(part.replace(/[^\w]/g, '\\$&'), 'gi'), '(the node)'),
    withoutUrls(text),
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '#shared/model/ids.ts'
import { ask, createClient } from '../../../chain/live/rpc/client.ts'
import type { Config } from '../../../config/config.ts'
import type { Db } from '../../../db/database.ts'
import { senderState, signersBesideWallets } from '../../../legs/reconciling/senders-store.ts'
import { custodialAddresses } from '../../../wallets/custodial-store.ts'
import { counted } from '../../counted.ts'
import { serverChanged } from '../../keys/kept-server.ts'
import { SEPOLIA_CHAIN } from '../../start/live-network.ts'
import { readTestnetFile, TESTNET_FILE } from '../../testnet-file.ts'
import { type Finding, ok, warn } from '../finding.ts'

/** What to do about a database that is behind the chain, and whole all the same: no backup is newer than it. */
export const AFTER_FAILOVER = 'follow "After a failover" in gateway/docs/postgresql.md, and restore no backup over it'

/** Whether the database is on the server that it was on. */
export async function checkServer(db: Db, dir: string): Promise<Finding[]> {
  const changed = await serverChanged(db, dir)
  return changed === undefined ? [] : [warn('failover', changed, `${AFTER_FAILOVER}; then sotto audit --acknowledge`)]
}

/** Senders that are asked about, operators first: each is a question to the node. */
const SENDERS_MAX = 200

/**
 * Whether the chain has mined more of this gateway's senders than the database has signed for, as after a failover that lost
 * commits, or where an older copy of the database was put in place. Nothing where no node can be asked.
 */
export async function checkAhead(config: Config, db: Db, dir: string): Promise<Finding[]> {
  try {
    const rpcUrl = nodeOf(config, dir)
    if (rpcUrl === undefined) return []
    const client = createClient(rpcUrl, SEPOLIA_CHAIN)
    return describeAhead(await aheadOf(db, (address) => ask('nonce', () => client.getTransactionCount({ address }))))
  } catch {
    // A node that does not answer is told by the checks of the chain.
    return []
  }
}

function nodeOf(config: Config, dir: string): string | undefined {
  if (config.SOTTO_NETWORK !== 'offline') return config.SOTTO_RPC_URL
  const file = config.SOTTO_TESTNET ?? join(dir, TESTNET_FILE)
  return existsSync(file) ? readTestnetFile(file).rpcUrl : undefined
}

type Ahead = { address: Address; missing: number }

/** Senders of which more is mined than is known. `mined`: how many transactions of an address are. */
export async function aheadOf(db: Db, mined: (address: Address) => Promise<number>): Promise<Ahead[]> {
  const all = [...new Set([...(await signersBesideWallets(db)), ...(await custodialAddresses(db))])]
  const ahead: Ahead[] = []
  for (const address of all.slice(0, SENDERS_MAX)) {
    const count = await mined(address)
    // Read afterwards: what is signed is stored before it can be mined.
    const { accounted } = await senderState(db, address, count)
    if (count > accounted) ahead.push({ address, missing: count - accounted })
  }
  return ahead
}

/** Exported for its tests. */
export function describeAhead(ahead: readonly Ahead[]): Finding[] {
  const none = `of the senders that were asked about, ${SENDERS_MAX} at most, none has more on chain than the database knows of`
  if (ahead.length === 0) return [ok('chain and database', none)]
  const count = ahead.reduce((sum, { missing }) => sum + missing, 0)
  const who = ahead.map(({ address, missing }) => `${address} (${missing})`).join(', ')
  const says = `the chain has ${counted(count, 'transaction')} that the database has forgotten, or that another gateway sent with these keys: ${who}`
  return [warn('chain and database', says, AFTER_FAILOVER)]
}

import type { Config } from '../../config/config.ts'
import { type Db, isPostgres } from '../../db/database.ts'
import { findKept, keepInstead, keepOnce } from '../../db/sealed/secrets.ts'
import { hasRequests } from '../../requests/store.ts'
import type { TestnetInfo } from '../../testnet/types.ts'
import { hasPayments } from '../../transactions/store.ts'
import type { Network } from '../start/network.ts'

const NAME = 'network'
const TESTNET = 'testnet'
const TOKENS = 'tokens'

/** A database of one network must not meet the chain of another: its nonces would be wrong, and its payments lost. */
export class OtherNetwork extends Error {
  constructor(belongs: string, asked: string) {
    super(`This database belongs to the network ${belongs}, and SOTTO_NETWORK is ${asked}. Use a database for each.`)
    this.name = 'OtherNetwork'
  }
}

/** On SQLite each network has a folder; a PostgreSQL database is told at its first use. Throws `OtherNetwork`. */
export async function bindNetwork(db: Db, { SOTTO_NETWORK: asked }: Pick<Config, 'SOTTO_NETWORK'>): Promise<void> {
  const belongs = await keepOnce(db, NAME, asked)
  if (belongs !== asked) throw new OtherNetwork(belongs, asked)
}

/** The same for a command that changes nothing. Throws `OtherNetwork`. */
export async function requireNetwork(db: Db, { SOTTO_NETWORK: asked }: Pick<Config, 'SOTTO_NETWORK'>): Promise<void> {
  const belongs = await findKept(db, NAME)
  if (belongs !== undefined && belongs !== asked) throw new OtherNetwork(belongs, asked)
}

type Found = Pick<Network, 'chain' | 'testnet'>

/** Binds a database to the chain that a start found: to its test-net, or to its tokens. Throws. */
export async function bindChain(db: Db, network: Found): Promise<void> {
  await bindTestnet(db, network.testnet)
  const found = tokensOf(network)
  if (found === undefined) return
  const belongs = await keepOnce(db, TOKENS, found)
  if (belongs === found) return
  // On PostgreSQL other gateways may work with them at this moment.
  if (isPostgres(db) || (await hasPayments(db)) || (await hasRequests(db))) throw otherTokens(belongs, found)
  await keepInstead(db, TOKENS, found)
}

/** The same for a command beside a gateway, which may lack its settings: it does not choose the tokens. Throws. */
export async function requireChain(db: Db, network: Found): Promise<void> {
  await bindTestnet(db, network.testnet)
  const found = tokensOf(network)
  const belongs = await findKept(db, TOKENS)
  if (found !== undefined && belongs !== undefined && belongs !== found) throw otherTokens(belongs, found)
}

/** Undefined offline, where each test-net makes its own, and where a live network is not configured yet. */
function tokensOf({ chain, testnet }: Found): string | undefined {
  if (testnet !== undefined || !('tokens' in chain)) return undefined
  const { stable, cstable } = chain.tokens
  return `${stable.address} and ${cstable.address}`.toLowerCase()
}

/** Tokens that are not configured are those that a node names: later it must not name others, whose amounts would be mixed. */
const otherTokens = (belongs: string, found: string) =>
  new Error(
    `This database belongs to the tokens ${belongs}, and this gateway would work with ${found}. Set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS to the tokens of the database, or use a database for each pair.`,
  )

/**
 * The same of offline test-nets, each of which is a chain of its own: gateways that each start theirs on one database would
 * keep one set of nonces for several chains. Throws.
 */
export async function bindTestnet(db: Db, testnet: Pick<TestnetInfo, 'genesisHash'> | undefined): Promise<void> {
  if (testnet === undefined || !isPostgres(db)) return
  if ((await keepOnce(db, TESTNET, testnet.genesisHash)) === testnet.genesisHash) return
  throw new Error(
    'This database belongs to another offline test-net. Gateways that share a database share a test-net: run "sotto testnet", and name its file to each with SOTTO_TESTNET; or make an empty database.',
  )
}

import { ZERO_HANDLE } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import type { Chain, Signer } from '../../chain/port.ts'
import type { Config } from '../../config/config.ts'
import { findPlaintexts } from '../../decryption/store.ts'
import { errorWords } from '../../error-words.ts'
import { isKnownExecutor, protocols } from '../../fhe/executors.ts'
import { findLacks, type Lacks } from '../../monitoring/lacks.ts'
import { systemClock } from '../../world/clock.ts'
import { joinNetwork } from '../start/network.ts'
import type { Reading } from './open-to-read.ts'

/**
 * What the chain says. `protocol`: release that brought this executor; null where this version does not know it. Amounts as
 * decimals. `float`: cSTABLE of the operator; null where it is not decrypted yet. `lacks`: what it has to be sent so that redeems
 * that wait are paid out.
 */
export type ChainPart = {
  block: number
  blockAgeSeconds: number
  executor: string
  executorKnown: boolean
  protocol: string | null
  operator: {
    gas: string
    stable: string
    float: string | null
    symbols: { stable: string; float: string }
    lacks: Lacks
  } | null
}

/** Why the chain's part is not known. */
export type Unreached = { unreached: string }

const PATIENCE_MS = 15_000

/** Asks the chain of a running gateway. Never throws: a node that is away is said, and the rest of the status stands. */
export async function readChain(
  config: Config,
  reading: Reading,
  operator: Signer | undefined,
): Promise<ChainPart | Unreached> {
  const patience = Promise.withResolvers<Unreached>()
  const late = { unreached: `it did not answer within ${PATIENCE_MS / 1000} s` }
  const timer = setTimeout(patience.resolve, PATIENCE_MS, late)
  const asked = ask(config, reading, operator).catch((error: unknown) => ({ unreached: errorWords(error) }))
  return Promise.race([asked, patience.promise]).finally(() => clearTimeout(timer))
}

async function ask(config: Config, reading: Reading, operator: Signer | undefined): Promise<ChainPart> {
  const network = await joinNetwork(config, reading.dir, operator)
  try {
    return await partOf(config, reading, network.chain, operator)
  } finally {
    await network.close()
  }
}

/** What a chain that answers says. Throws where it does not. */
export async function partOf(
  config: Config,
  reading: Pick<Reading, 'db' | 'keys'>,
  chain: Chain,
  operator: Signer | undefined,
): Promise<ChainPart> {
  const [{ number, time }, executor] = await Promise.all([chain.head(), chain.executorVersion()])
  return {
    block: number,
    blockAgeSeconds: Math.max(0, Math.round(systemClock.now() / 1000 - time)),
    executor,
    executorKnown: isKnownExecutor(executor),
    protocol: protocols[executor] ?? null,
    operator: operator === undefined ? null : await holdings(config, reading, chain, operator),
  }
}

async function holdings(
  config: Config,
  { db, keys }: Pick<Reading, 'db' | 'keys'>,
  chain: Chain,
  operator: Signer,
): Promise<ChainPart['operator']> {
  const [held] = await chain.readWallets([operator.address])
  if (held === undefined) throw new Error('the node did not say what the operator holds')
  const known =
    held.handle === ZERO_HANDLE ? undefined : (await findPlaintexts(db, keys, [held.handle])).get(held.handle)
  const isBelieved =
    known?.origin === 'decrypted' || (known?.mistrusted === false && config.SOTTO_AMOUNTS === 'derived')
  const float = held.handle === ZERO_HANDLE ? 0n : isBelieved ? known?.units : undefined
  const { stable, cstable } = chain.tokens
  return {
    gas: formatEther(held.wei),
    stable: formatUnits(held.stable),
    float: float === undefined ? null : formatUnits(float),
    symbols: { stable: stable.symbol, float: cstable.symbol },
    lacks: await findLacks({ config, db, keys, chain }),
  }
}

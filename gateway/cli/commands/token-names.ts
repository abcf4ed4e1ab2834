import type { Verb } from '#shared/model/policy.ts'
import type { Config } from '../../config/config.ts'
import { printableLine } from '../../world/printable.ts'
import type { Store } from '../open-store.ts'
import { findOperator } from '../operator.ts'
import { joinNetwork } from '../start/network.ts'

/** Symbols of the public token and of the confidential one. */
type TokenNames = { stable: string; cstable: string }

/** Of the offline test-net, which need not run. */
const offline: TokenNames = { stable: 'STABLE', cstable: 'cSTABLE' }

/** What the tokens of this gateway are called: of a live network only its node knows. */
export async function tokenNames(store: Store, config: Config): Promise<TokenNames> {
  if (config.SOTTO_NETWORK === 'offline') return offline
  const { chain, close } = await joinNetwork(config, store.dir, await findOperator(store, config))
  try {
    const { stable, cstable } = chain.tokens
    return { stable: stable.symbol, cstable: cstable.symbol }
  } finally {
    await close()
  }
}

/** The token that counts for a verb, as its call takes it: a transfer alone has a choice. Throws where it is another. */
export function tokenFor(verb: Verb, { stable, cstable }: TokenNames, named: string | undefined): string {
  const taken = { fund: [stable], mint: [cstable], transfer: [cstable, stable], redeem: [cstable] }[verb]
  const token = taken.find((one) => named === undefined || one === named)
  if (token !== undefined) return token
  throw new Error(`There is no ${verb} of "${printableLine(named ?? '')}": the token must be ${taken.join(' or ')}.`)
}

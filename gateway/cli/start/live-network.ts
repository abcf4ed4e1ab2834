import type { Address } from '#shared/model/ids.ts'
import type { Config } from '../../config/config.ts'

export const SEPOLIA_CHAIN = 11155111
const SEPOLIA_RELAYER = 'https://relayer.testnet.zama.org/v2'

/** Zama's own where none is named. */
export function relayerOf({ SOTTO_RELAYER_URL: relayerUrl = SEPOLIA_RELAYER, SOTTO_RELAYER_API_KEY: key }: Config) {
  return { relayerUrl, ...(key === undefined ? {} : { relayerApiKey: key }) }
}

/** Those that are not named are the registry's. */
export function namedContracts(config: Config): { stable?: Address; cstable?: Address; faucet?: Address } {
  const { SOTTO_STABLE_ADDRESS: stable, SOTTO_CSTABLE_ADDRESS: cstable, SOTTO_FAUCET_ADDRESS: faucet } = config
  const named = Object.entries({ stable, cstable, faucet }).filter(([, address]) => address !== undefined)
  return Object.fromEntries(named)
}

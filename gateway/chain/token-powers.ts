import type { Address } from '#shared/model/ids.ts'

/**
 * Who can do more to the confidential token than its holders, as the token itself says. Zama's wrapper has all of it,
 * OpenZeppelin's nothing. A token that is upgraded can have others later.
 */
export type TokenPowers = {
  /** May decrypt every balance and every amount. */
  observers: readonly Address[]
  /** May pause the token; undefined where no address can, or the token does not name it. */
  pauser?: Address
  isPaused: boolean
  /** Whose list of refused addresses it asks: its own, or also that of the token under it. */
  denyList: 'none' | 'own' | 'own and underlying'
  /** Addresses among those asked for that the token refuses now. */
  refused: readonly Address[]
  /** What the network's registry of wrappers says of the pair; undefined where the network has none. */
  registered?: Registered
}

/** `another`: the registry has another token under the confidential one. `unknown`: nothing of it, as of one's own. */
export type Registered = 'valid' | 'revoked' | 'another' | 'unknown'

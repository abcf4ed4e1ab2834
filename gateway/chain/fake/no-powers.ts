import type { TokenPowers } from '../token-powers.ts'

/** A token that gives its owner no powers. */
export const noPowers: TokenPowers = { observers: [], isPaused: false, denyList: 'none', refused: [] }

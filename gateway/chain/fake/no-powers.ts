import type { TokenPowers } from '../token-powers.ts'

/** Of a token that gives none. */
export const noPowers: TokenPowers = { observers: [], isPaused: false, denyList: 'none', refused: [] }

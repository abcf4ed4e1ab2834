/** Texts of the security screens. */
export const security = {} as const

/** Lengths of the wallet password, in characters. */
export const VAULT_PASSWORD_MIN = 10
export const VAULT_PASSWORD_MAX = 200

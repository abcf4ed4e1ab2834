/** Loaded when the first passkey is used: it would take a seventh of a start, and few accounts have one. */
export const webauthn = () => import('@simplewebauthn/server')
export const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

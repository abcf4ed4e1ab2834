import { randomBytes } from 'node:crypto'

declare const apiKeySecret: unique symbol
/** The whole API key, shown once to its maker. */
export type ApiKeySecret = string & { readonly [apiKeySecret]: true }

export const API_KEY_PREFIX = 'sotto_sk_'
/** What of a key a list may show: `sotto_sk_` and four characters. */
export const API_KEY_SHOWN = 13

/** `sotto_sk_` and 256 random bits. */
export function newApiKeySecret(): ApiKeySecret {
  return (API_KEY_PREFIX + randomBytes(32).toString('base64url')) as ApiKeySecret
}

export function looksLikeApiKey(text: string): boolean {
  return /^sotto_sk_[\w-]{43}$/.test(text)
}

declare const sessionToken: unique symbol
/** What the session cookie carries. */
export type SessionToken = string & { readonly [sessionToken]: true }

/** 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function newSessionToken(): SessionToken {
  return randomToken() as SessionToken
}

import { randomBytes } from 'node:crypto'

declare const sessionToken: unique symbol
/** What the session cookie carries. */
export type SessionToken = string & { readonly [sessionToken]: true }

/** 256 random bits, in hexadecimal. */
export function randomHex(): string {
  return randomBytes(32).toString('hex')
}

/** A number of 64 random bits. */
export function randomUint64(): bigint {
  return randomBytes(8).readBigUInt64BE()
}

/** 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 256 random bits, in base64 with padding. */
export function randomBase64(): string {
  return randomBytes(32).toString('base64')
}

export function newSessionToken(): SessionToken {
  return randomToken() as SessionToken
}

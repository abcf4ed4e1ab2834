import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { randomHex } from '../crypto/token.ts'
import type { PublicJwk } from './format/envelope.ts'

/** An Ed25519 key pair that signs notas. */
export type SigningKey = { key: KeyObject; jwk: PublicJwk; fingerprint: string }

declare const seed: unique symbol
/** The 32 private bytes of an Ed25519 key (RFC 8032, section 5.1.5), in hexadecimal. */
export type Seed = string & { readonly [seed]: true }

export function newSeed(): Seed {
  return randomHex() as Seed
}

/** PKCS #8 of an Ed25519 private key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = '302e020100300506032b657004220420'

export async function signingKeyOf(seed: Seed): Promise<SigningKey> {
  const key = createPrivateKey({ key: Buffer.from(PKCS8_HEAD + seed, 'hex'), format: 'der', type: 'pkcs8' })
  const { x = '' } = key.export({ format: 'jwk' })
  const jwk: PublicJwk = { kty: 'OKP', crv: 'Ed25519', x }
  return { key, jwk, fingerprint: await calculateJwkThumbprint(jwk, 'sha256') }
}

/** The key of one wallet's cards (RFC 5869): without the secret two such keys cannot be linked. */
export function deriveSeed(secret: string, walletId: string): Seed {
  const bytes = hkdfSync('sha256', Buffer.from(secret, 'hex'), '', `sotto address card\0${walletId}`, 32)
  return Buffer.from(bytes).toString('hex') as Seed
}

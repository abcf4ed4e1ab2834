import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { TYPES } from '../notas/format/envelope.ts'

/** For tests: notas that no honest issuer makes, byte by byte, with nothing of ours but the names of the types. */
export type Forger = { key: KeyObject; x: string; fingerprint: string }

export function newForger(): Forger {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const members = `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`
  return { key: privateKey, x, fingerprint: createHash('sha256').update(members).digest('base64url') }
}

export function headerOf(forger: Forger, type: keyof typeof TYPES, change: object = {}): object {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: forger.x }
  return { alg: 'EdDSA', typ: TYPES[type], kid: forger.fingerprint, jwk, ...change }
}

/** Strings stand as they are: JSON that no serialiser writes. */
export function forge(forger: Forger, header: object | string, content: object | string): string {
  const parts = [header, content].map((part) => base64url(typeof part === 'string' ? part : JSON.stringify(part)))
  const input = parts.join('.')
  return `${input}.${sign(null, Buffer.from(input), forger.key).toString('base64url')}`
}

export function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

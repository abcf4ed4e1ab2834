import { base64url, calculateJwkThumbprint, compactVerify, errors, importJWK } from 'jose'
import * as z from 'zod/mini'
import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import { flawed } from './invalid-nota.ts'
import { parseObject } from './strict-json.ts'

/** `typ` of each kind of nota. */
export const TYPES = {
  'address-card': 'nota+address-card',
  receipt: 'nota+receipt',
  request: 'nota+request',
} as const
export type NotaType = keyof typeof TYPES

/** An Ed25519 public key (RFC 8037, section 2). */
export type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string }

/** A nota whose signature holds under the key that it brings. That says nothing about whose key it is. */
export type Envelope = {
  type: NotaType
  content: Record<string, unknown>
  /** RFC 7638 thumbprint of the key, SHA-256, base64url: the name of the signer. */
  fingerprint: string
  key: PublicJwk
}

const Jwk = z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
const Header = z.strictObject({ alg: z.literal('EdDSA'), typ: z.string(), kid: z.string(), jwk: Jwk })

/**
 * Opens a JWS in compact form (RFC 7515, section 7.1) with these header fields and no others, each once, and one
 * spelling for every byte: base64url whose unused bits are zero, so that no changed character goes unnoticed.
 */
export async function openEnvelope(text: string): Promise<Envelope> {
  // What editors and terminals leave around it is no part of it, wherever it is read.
  const nota = text.trim()
  if (nota.length > NOTA_BYTES_MAX) throw flawed('too_large')
  const [head, body, mark] = partsOf(nota)
  const { typ, kid, jwk } = readHeader(parseObject(head, 'header'))
  const type = typeOf(typ)
  if (decodeExactly(jwk.x)?.length !== 32) throw flawed('header_field', 'Its "jwk" holds no Ed25519 key.')
  if ((await calculateJwkThumbprint(jwk, 'sha256')) !== kid) throw flawed('wrong_key')
  if (mark.length !== 64 || !(await isSignedBy(nota, jwk))) throw flawed('broken_signature')
  return { type, content: parseObject(body, 'content'), fingerprint: kid, key: jwk }
}

function partsOf(nota: string): [Uint8Array, Uint8Array, Uint8Array] {
  const parts = nota.split('.', 4)
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]*$/.test(part))) throw flawed('not_a_nota')
  const [head, body, mark] = parts.map(decodeExactly)
  if (head === undefined || body === undefined || mark === undefined) {
    throw flawed('not_a_nota', 'A part of it is not base64url as RFC 7515 spells it.')
  }
  return [head, body, mark]
}

/** Bytes of base64url, if this is how they are written; undefined for another spelling of the same bytes. */
function decodeExactly(text: string): Uint8Array | undefined {
  try {
    const bytes = base64url.decode(text)
    return base64url.encode(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

/** `alg` first: a nota that is not signed at all should be told so. */
function readHeader(header: Record<string, unknown>): z.infer<typeof Header> {
  if (typeof header.alg === 'string' && header.alg.toLowerCase() === 'none') throw flawed('not_signed')
  if (header.alg !== 'EdDSA') throw flawed('wrong_algorithm')
  const parsed = Header.safeParse(header)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue?.path
  throw flawed('header_field', `Look at "${path?.join('.').slice(0, 60)}".`)
}

function typeOf(typ: string): NotaType {
  const known = Object.entries(TYPES).find(([, name]) => name === typ)
  if (known === undefined) throw flawed('wrong_type', 'There are address cards, receipts and requests.')
  return known[0] as NotaType
}

/** The key out of the header is given to jose as the only one, with the only algorithm: it chooses nothing itself. */
async function isSignedBy(nota: string, jwk: PublicJwk): Promise<boolean> {
  try {
    await compactVerify(nota, await importJWK(jwk, 'EdDSA'), { algorithms: ['EdDSA'] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError || isKeyError(error)) return false
    throw error
  }
}

/** What WebCrypto says of 32 bytes that are no point of the curve. */
function isKeyError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'DataError' || error.name === 'OperationError')
}

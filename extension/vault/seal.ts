import * as z from 'zod/mini'
import { fromBase64, toBase64 } from './base64.ts'

/** AES-256-GCM: `iv` of 12 bytes, `ct` with the tag in its last 16 bytes, both base64. */
export const Box = z.strictObject({ iv: z.string(), ct: z.string() })
export type Box = z.infer<typeof Box>

const encoder = new TextEncoder()

/** Seals bytes; they open only with the same key and the same `bound` text (GCM's additional data). */
export async function sealBytes(key: CryptoKey, bound: string, bytes: Uint8Array<ArrayBuffer>): Promise<Box> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, bound), key, bytes)
  return { iv: toBase64(iv), ct: toBase64(new Uint8Array(sealed)) }
}

/** Opens what `sealBytes` made. Throws where key, bound text or box differ by a bit. */
export async function openBytes(key: CryptoKey, bound: string, box: Box): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(algorithm(fromBase64(box.iv), bound), key, fromBase64(box.ct)))
}

export function seal(key: CryptoKey, bound: string, text: string): Promise<Box> {
  return sealBytes(key, bound, encoder.encode(text))
}

export async function open(key: CryptoKey, bound: string, box: Box): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await openBytes(key, bound, box))
}

/** A key that can seal and open and never leaves the browser's cryptography again. */
export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function algorithm(iv: Uint8Array<ArrayBuffer>, bound: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(bound) }
}

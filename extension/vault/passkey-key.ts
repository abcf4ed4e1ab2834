import { importKey } from './seal.ts'

/** The 32 bytes that a passkey's PRF extension answers, through HKDF (WebAuthn level 3, section 10.1.4). */
export async function keyOfPasskey(prf: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', prf, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('sotto wallet vault 1')
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    secret,
    256,
  )
  return importKey(new Uint8Array(bits))
}

import { CompactSign } from 'jose'
import type { SigningKey } from '../signing-key.ts'
import type { CardContent, ReceiptContent, RequestContent } from './content.ts'
import { TYPES } from './envelope.ts'

export function signCard(content: CardContent, key: SigningKey): Promise<string> {
  return sign('address-card', content, key)
}

export function signReceipt(content: ReceiptContent, key: SigningKey): Promise<string> {
  return sign('receipt', content, key)
}

export function signRequest(content: RequestContent, key: SigningKey): Promise<string> {
  return sign('request', content, key)
}

function sign(type: keyof typeof TYPES, content: object, { key, jwk, fingerprint }: SigningKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPES[type], kid: fingerprint, jwk })
    .sign(key)
}

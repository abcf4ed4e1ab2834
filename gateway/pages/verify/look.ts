import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import type { Check } from '#shared/model/nota.ts'
import { Refusal } from '#shared/refusal.ts'
import { inspect, unchecked } from '../../notas/format/inspect.ts'
import { flawed } from '../../notas/format/invalid-nota.ts'
import { type OpenNota, openNota } from '../../notas/format/open-nota.ts'
import { vouches } from '../../notas/format/vouches.ts'
import { addresses } from '../ethereum.ts'

export type Look =
  | { is: 'empty' }
  | { is: 'unreadable' }
  | { is: 'unable'; why: string }
  | { is: 'refused'; why: string }
  | { is: 'ready'; nota: OpenNota; checks: Check[]; known: boolean | undefined }

/** Looks into the text of a file, with the gateway's own reader and this browser's cryptography. */
export async function look(text: string): Promise<Look> {
  const nota = text.trim()
  if (nota === '') return { is: 'empty' }
  const why = await whyUnable()
  if (why !== undefined) return { is: 'unable', why }
  try {
    const opened = await openNota(nota, Date.now(), addresses)
    const elsewhere = unchecked(opened, 'This page does not ask the chain. A gateway does, for its accounts.')
    const checks = [...(await inspect(opened, addresses)), ...elsewhere]
    return { is: 'ready', nota: opened, checks, known: await isFromHere(opened) }
  } catch (error) {
    if (error instanceof Refusal) return { is: 'refused', why: error.message }
    throw error
  }
}

/** A file that is too long is not read at all. */
export async function lookAtFile(file: File): Promise<Look> {
  if (file.size > NOTA_BYTES_MAX + 16) return { is: 'refused', why: flawed('too_large').message }
  return look(await file.text())
}

async function whyUnable(): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) {
    return 'Browsers check signatures only on pages that came over https, or from this machine. Open this page that way.'
  }
  // The public key of RFC 8032, section 7.1, test 1.
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const able = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']).then(
    () => true,
    () => false,
  )
  return able ? undefined : 'This browser is too old to check Ed25519 signatures. A current one can.'
}

/** Whether the gateway that serves this page lists the key. The nota itself stays here. */
async function isFromHere({ type, fingerprint, content }: OpenNota): Promise<boolean | undefined> {
  if (type === 'address-card') return false
  try {
    const answer = await fetch('/.well-known/jwks.json')
    const { keys } = (await answer.json()) as { keys: { kid: string; retiredAt?: number; revokedAt?: number }[] }
    return keys.some((key) => key.kid === fingerprint && vouches(key, content.iat))
  } catch {
    return undefined
  }
}

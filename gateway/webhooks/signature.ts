import { createHmac } from 'node:crypto'
import { randomBase64 } from '../crypto/token.ts'

const PREFIX = 'whsec_'

/** As Standard Webhooks has it: 24 to 64 bytes in base64, behind a name. */
export function newSecret(): string {
  return `${PREFIX}${randomBase64()}`
}

export type Signed = { id: string; at: number; body: string }

/**
 * The headers of a message, with a signature by each secret (Standard Webhooks 1.0, "Signature scheme"). `at`: milliseconds
 * since the epoch.
 */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

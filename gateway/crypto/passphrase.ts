import { createCipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { EXPORT_ITERATIONS } from '#shared/limits.ts'
import { slowly } from './bounded-queue.ts'

const derive = promisify(pbkdf2)

export type Locked = { salt: Buffer; iv: Buffer; ciphertext: Buffer }

/**
 * Encrypts under a passphrase: PBKDF2-SHA256 (RFC 8018) over its UTF-8 bytes, 310,000 iterations in the thread pool,
 * then AES-256-GCM with the tag at the end.
 */
export async function lockWithPassphrase(
  accountId: string,
  passphrase: string,
  plaintext: Uint8Array,
  additional: string,
): Promise<Locked> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const key = await slowly(accountId, () => derive(passphrase, salt, EXPORT_ITERATIONS, 32, 'sha256'))
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(additional))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  key.fill(0)
  return { salt, iv, ciphertext }
}

import { ReadableStream } from 'node:stream/web'
import { passphraseCost } from './password-cost.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Loaded when it is needed: it would take as long as all the rest of a start. */
const age = () => import('age-encryption')

/**
 * Encrypts a stream under a passphrase, in the age format (C2SP, age.md): scrypt of work factor 18 for the key, then
 * ChaCha20-Poly1305 in chunks of 64 KiB. What comes out is opened by `age -d` too; the passphrase counts byte by byte.
 */
export function encryptStream(passphrase: string): (source: Bytes) => AsyncGenerator<Uint8Array> {
  return async function* (source) {
    const encrypter = new (await age()).Encrypter()
    encrypter.setScryptWorkFactor(passphraseCost.logN)
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

/** The way back. Throws where the passphrase is another, or a byte was changed, or the end is missing. */
export function decryptStream(passphrase: string): (source: Bytes) => AsyncGenerator<Uint8Array> {
  return async function* (source) {
    const decrypter = new (await age()).Decrypter()
    decrypter.addPassphrase(passphrase)
    const opened = await decrypter.decrypt(ReadableStream.from(source)).catch((cause: unknown) => {
      throw new Error('The passphrase is wrong, or the file is damaged.', { cause })
    })
    try {
      yield* opened
    } catch (cause) {
      throw new Error('The file is damaged. Use another backup.', { cause })
    }
  }
}

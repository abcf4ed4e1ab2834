import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

declare const sealed: unique symbol
/** Ciphertext at rest: `v<key version>.<base64url of iv, ciphertext, tag>`. */
export type Sealed = string & { readonly [sealed]: true }

declare const tokenHash: unique symbol
/** Keyed hash of a secret that is looked up but never shown again. */
export type TokenHash = string & { readonly [tokenHash]: true }

/** Where a sealed value lives; a value moved to another row, column or table no longer opens. */
export type Place = { table: string; column: string; row: string }

export type Keyring = {
  seal(place: Place, plaintext: string): Sealed
  /** Throws where the value was altered, moved, or sealed under a key that this keyring lacks. */
  open(place: Place, value: Sealed): string
  /** Keyed by the installation's pepper; `purpose` keeps one kind of hash from standing in for another. */
  hash(purpose: string, value: string): TokenHash
}

const IV_BYTES = 12
const TAG_BYTES = 16

export type KeyringSecrets = {
  /** 32-byte data keys by version; the highest seals. */
  dataKeys: ReadonlyMap<number, Uint8Array>
  pepper: Uint8Array
}

/** AES-256-GCM with a random 96-bit IV (NIST SP 800-38D, 8.2.2), bound to place and key version. */
export function createKeyring(given: KeyringSecrets): Keyring {
  const newest = Math.max(...given.dataKeys.keys())
  // Key objects are made once: making one from bytes costs more than a cipher on a few bytes does.
  const secrets = {
    dataKeys: new Map([...given.dataKeys].map(([version, key]) => [version, createSecretKey(key)])),
    pepper: createSecretKey(given.pepper),
  }
  return {
    seal: (place, plaintext) =>
      `v${newest}.${encrypt(keyOf(secrets, newest), aad(place, newest), plaintext)}` as Sealed,
    open(place, value) {
      const [, version = '', body = ''] = /^v(\d+)\.([\w-]+)$/.exec(value) ?? []
      return decrypt(keyOf(secrets, Number(version)), aad(place, Number(version)), body)
    },
    hash: (purpose, value) =>
      createHmac('sha256', secrets.pepper).update(`${purpose}\0${value}`).digest('base64url') as TokenHash,
  }
}

function keyOf(secrets: { dataKeys: ReadonlyMap<number, KeyObject> }, version: number): KeyObject {
  const key = secrets.dataKeys.get(version)
  if (key === undefined)
    throw new Error(`no data key of version ${version}: is this the right master key and database?`)
  return key
}

function aad(place: Place, version: number): string {
  return [place.table, place.column, place.row, version].join('\0')
}

/** Base64url of iv, ciphertext and tag. */
export function encrypt(key: Uint8Array | KeyObject, additional: string, plaintext: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(additional))
  return Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function decrypt(key: Uint8Array | KeyObject, additional: string, body: string): string {
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(additional))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

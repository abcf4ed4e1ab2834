import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

declare const sealed: unique symbol
/** Ciphertext at rest: `v<key version>.<base64url of iv, ciphertext, tag>`. */
export type Sealed = string & { readonly [sealed]: true }

declare const tokenHash: unique symbol
/** Keyed hash of a secret that is looked up but never shown again. */
export type TokenHash = string & { readonly [tokenHash]: true }

/** What bytes are derived from: the wallet seed of a generation, or the secret that tags of transactions come from. */
export type Root = { walletSeed: number } | 'tags'

/** Where a sealed value lives; a value moved to another row, column or table no longer opens. */
export type Place = { table: string; column: string; row: string }

export type Keyring = {
  seal(place: Place, plaintext: string): Sealed
  /** Throws `Unopened` where the value was altered, moved, or names a key that is not there. */
  open(place: Place, value: Sealed): string
  /** Keyed by the installation's pepper; `purpose` keeps one kind of hash from standing in for another. */
  hash(purpose: string, value: string): TokenHash
  /**
   * So many bytes that belong to `purpose`, by HKDF-SHA-256 (RFC 5869): nothing is learned from them of the root, or of what
   * it gives for another purpose. Throws where this keyring lacks the root.
   */
  derive(root: Root, purpose: string, length: number): Buffer
  /** Generation of the newest wallet seed: new wallets come from it. */
  walletSeed(): number
  /** The version that seals now. */
  version(): number
  /** Reads the keys again, of which another process may have made a newer one. */
  refresh(): void
}

/** A sealed value is not one that this installation has put in its place. */
export class Unopened extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Unopened'
  }
}

const IV_BYTES = 12
const TAG_BYTES = 16

export type KeyringSecrets = {
  /** 32-byte data keys by version; the highest seals. */
  dataKeys: ReadonlyMap<number, Uint8Array>
  pepper: Uint8Array
  /** 32 bytes each, by generation; new wallets come from the highest. */
  walletSeeds: ReadonlyMap<number, Uint8Array>
  /** 32 bytes, for the life of the installation; none in the database of an older version. */
  tagSecret: Uint8Array | undefined
}

/**
 * AES-256-GCM with a random 96-bit IV (NIST SP 800-38D, 8.2.2), bound to place and key version. `again` reads the secrets
 * anew: where a value is sealed under a version that is not known yet, a rotation beside us has made it.
 */
export function createKeyring(given: KeyringSecrets, again: () => KeyringSecrets = () => given): Keyring {
  let secrets = imported(given)
  const refresh = () => {
    secrets = imported(again())
  }
  return {
    seal: (place, plaintext) => {
      const { newest } = secrets
      return `v${newest}.${encrypt(keyOf(secrets, newest), aad(place, newest), plaintext)}` as Sealed
    },
    open(place, value) {
      const [, digits = '', body = ''] = /^v(\d+)\.([\w-]+)$/.exec(value) ?? []
      const version = Number(digits)
      if (version > secrets.newest) refresh()
      const key = keyOf(secrets, version)
      try {
        return decrypt(key, aad(place, version), body)
      } catch (cause) {
        throw new Unopened(`the ${place.column} of ${place.table} ${place.row} was altered or moved`, cause)
      }
    },
    hash: (purpose, value) =>
      createHmac('sha256', secrets.pepper).update(`${purpose}\0${value}`).digest('base64url') as TokenHash,
    derive: (root, purpose, length) => Buffer.from(hkdfSync('sha256', rootOf(secrets, root), 'sotto', purpose, length)),
    walletSeed: () => Math.max(...secrets.walletSeeds.keys()),
    version: () => secrets.newest,
    refresh,
  }
}

/** Key objects are made once: making one from bytes costs more than a cipher on a few bytes does. */
function imported(given: KeyringSecrets) {
  return {
    newest: Math.max(...given.dataKeys.keys()),
    dataKeys: new Map([...given.dataKeys].map(([version, key]) => [version, createSecretKey(key)])),
    pepper: createSecretKey(given.pepper),
    walletSeeds: new Map([...given.walletSeeds].map(([generation, seed]) => [generation, createSecretKey(seed)])),
    tagSecret: given.tagSecret && createSecretKey(given.tagSecret),
  }
}

function rootOf({ walletSeeds, tagSecret }: ReturnType<typeof imported>, root: Root): KeyObject {
  const found = root === 'tags' ? tagSecret : walletSeeds.get(root.walletSeed)
  const name = root === 'tags' ? 'secret of tags' : `wallet seed ${root.walletSeed}`
  if (found === undefined) throw new Error(`no ${name}: is this the right master key and database?`)
  return found
}

function keyOf(secrets: { dataKeys: ReadonlyMap<number, KeyObject> }, version: number): KeyObject {
  const key = secrets.dataKeys.get(version)
  if (key === undefined)
    throw new Unopened(`no data key of version ${version}: is this the right master key and database?`)
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

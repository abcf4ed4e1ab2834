import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { giveOpenFile } from '../config/folder-owner.ts'

export const MASTER_KEY_FILE = 'master.key'
const WAITING = /^master\.key\.[0-9a-f]{16}$/

/**
 * The master key: 32 bytes as 64 hexadecimal digits, from the environment where given, else from a file of mode 0600
 * in the data folder. Losing it loses every custodial key: one that is missing is not made anew here. Throws `NoMasterKey`.
 */
export function masterKey(dataDir: string, configured: string | undefined): Uint8Array {
  if (configured !== undefined) return parseMasterKey(configured, 'SOTTO_MASTER_KEY')
  const file = join(dataDir, MASTER_KEY_FILE)
  return parseMasterKey(readKey(file), file)
}

/** The master key is missing, or is not one. */
export class NoMasterKey extends Error {
  constructor(says: string) {
    super(says)
    this.name = 'NoMasterKey'
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new NoMasterKey(`The master key is missing: there is no ${file}. Bring it back, or set SOTTO_MASTER_KEY.`)
  }
}

export function parseMasterKey(text: string, source: string): Uint8Array {
  const digits = text.trim().replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new NoMasterKey(`${source} must be 64 hexadecimal digits`)
  return Buffer.from(digits, 'hex')
}

/**
 * For a database that has none yet. Never overwrites one. Written beside and linked into place: anyone who loses a race reads
 * the winner's key. The name beside is of the key: in a container every start has the same process ID. What a first start that
 * was killed has left is taken.
 */
export function makeMasterKey(dataDir: string): void {
  const file = join(dataDir, MASTER_KEY_FILE)
  const [found] = waitingKeys(dataDir)
  const beside = found ?? writeWaitingKey(dataDir, randomBytes(32))
  nameKey(beside, file)
  flush(dataDir)
  // Another start may need the one that was found. Once it is the master key, `removeSecondName` removes it.
  if (found === undefined) rmSync(beside.file, { force: true })
}

/** Where the file system has no hard links, the key is written again. A start that finds it incomplete adopts the waiting file. */
function nameKey(waiting: WaitingKey, file: string): void {
  try {
    linkSync(waiting.file, file)
  } catch {
    unlessThere(() => writeKey(file, waiting.key))
  }
}

function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A key that is to become the master key waits in a file of its own, named after it, so that no two share a file. */
export type WaitingKey = { key: Uint8Array; file: string }

/** On the disk, name and all, when this returns: only then may anything be sealed under it. */
export function writeWaitingKey(dataDir: string, key: Uint8Array): WaitingKey {
  const file = join(dataDir, waitingName(key))
  writeKey(file, key)
  flush(dataDir)
  return { key, file }
}

/**
 * Keys of rotations that are under way or were cut short, or of a first start. An incomplete file was cut short before anything
 * used its key.
 */
export function waitingKeys(dataDir: string): WaitingKey[] {
  return waitingFiles(dataDir).flatMap((name) => {
    const file = join(dataDir, name)
    const key = Buffer.from(readIfThere(file).trim(), 'hex')
    return waitingName(key) === name ? [{ key, file }] : []
  })
}

/** Empty where the key has been adopted, or the file removed, meanwhile. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/** The master key itself waits no more: a first start that was killed at its end leaves it under both names. */
export function removeSecondName(dataDir: string, master: Uint8Array): void {
  rmSync(join(dataDir, waitingName(master)), { force: true })
}

/** Forgets every key that waits, whole or not. */
export function removeWaitingKeys(dataDir: string): void {
  for (const name of waitingFiles(dataDir)) rmSync(join(dataDir, name), { force: true })
}

const waitingFiles = (dataDir: string) =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => WAITING.test(name)) : []

const waitingName = (key: Uint8Array) =>
  `${MASTER_KEY_FILE}.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`

/** The waiting key is the master key from now on. Somebody else may have seen to it already. */
export function adoptWaitingKey(dataDir: string, waiting: WaitingKey): void {
  try {
    renameSync(waiting.file, join(dataDir, MASTER_KEY_FILE))
  } catch (error) {
    if (!Buffer.from(masterKey(dataDir, undefined)).equals(waiting.key)) {
      throw new Error(`The key is in ${waiting.file} still: ${(error as Error).message}`, { cause: error })
    }
  }
  flush(dataDir)
}

function writeKey(file: string, key: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600)
  giveOpenFile(handle, dirname(file))
  writeSync(handle, `${Buffer.from(key).toString('hex')}\n`)
  fsyncSync(handle)
  closeSync(handle)
}

/** Makes a rename survive a power cut. */
function flush(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export const MASTER_KEY_FILE = 'master.key'

/**
 * The master key: 32 bytes as 64 hexadecimal digits, from the environment where given, else from a file of mode 0600
 * in the data folder, made at the first start. Losing it loses every custodial key; so it is never overwritten.
 */
export function masterKey(dataDir: string, configured: string | undefined): Uint8Array {
  if (configured !== undefined) return parse(configured, 'SOTTO_MASTER_KEY')
  const file = join(dataDir, MASTER_KEY_FILE)
  if (!existsSync(file)) create(file)
  return parse(readFileSync(file, 'utf8').trim(), file)
}

function parse(text: string, source: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new Error(`${source} must be 64 hexadecimal digits`)
  return Buffer.from(text, 'hex')
}

/** Written beside and linked into place: whoever loses a race reads the winner's key. */
function create(file: string): void {
  const beside = `${file}.${process.pid}`
  const handle = openSync(beside, 'wx', 0o600)
  writeSync(handle, `${randomBytes(32).toString('hex')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(beside, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    unlinkSync(beside)
  }
}

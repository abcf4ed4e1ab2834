import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A data folder as version 0.1.0 left it (commit d705491, the last with the migrations 0001 to 0004 alone), offline
 * test-net included. Made with that build: an account and a key; two wallets; fund 100, mint 60, transfer 25, redeem 10,
 * all settled; a start with SOTTO_RECEIPT_WAIT_MS=0; a redeem of 5 that was not looked at; `kill -9` of the gateway,
 * which left the log of writes (WAL) beside the database. Locks and addresses of that moment are left out. The account's key
 * lies in `api-key`; like every secret in the folder it opens nothing but this copy.
 */
export const oldData = {
  till: 'icfxpqpqi7mpodvhb8crz722',
  supplier: 'mhuaaleqydgr3dvsd2k7gnga',
  unpaid: 'b7yxdlh9s6o7sspp08qeifui',
  /** Its burn, which is mined, while the database has it as sent. */
  unpaidHash: '0x7d7d6a52beedd2008c9c37e9b923c8b003eb1dddc88fad971e07099a2523c44f',
} as const

/** Puts it into a folder, which is then a data folder. Gives the account's API key. */
export function unpackOldData(folder: string): { apiKey: string } {
  const file = fileURLToPath(new URL('0.1.0.tar.gz', import.meta.url))
  execFileSync('tar', ['xzf', file, '-C', folder, '--no-same-owner'])
  return { apiKey: readFileSync(join(folder, 'api-key'), 'utf8').trim() }
}

import { newestOfType } from '../../../audit/store.ts'
import type { Db } from '../../../db/database.ts'
import { backedUpSeed } from '../../../db/sealed/backed-up.ts'
import { newestWalletSeed } from '../../../db/sealed/open-keyring.ts'
import { countSearches, FOUND_MAX } from '../../../recovery/index-searches-store.ts'
import { hasIndexes, rebuiltWallets } from '../../../recovery/searches-store.ts'
import { type Finding, ok, warn } from '../finding.ts'

/** Whether a backup is there that finds every wallet, and is not old, and what the search for lost wallets has brought. */
export async function checkWallets(db: Db, now: number): Promise<Finding[]> {
  const missed = await seed(db)
  return [...(missed.length > 0 ? missed : await stopped(db, now)), ...(await searches(db))]
}

const DAY_MS = 86_400_000

/** Backups that were made, and are made no more. */
async function stopped(db: Db, now: number): Promise<Finding[]> {
  const newest = await newestOfType(db, 'backup.made')
  if (newest === undefined || now - newest <= 2 * DAY_MS) return []
  const says = `the newest was begun ${new Date(newest).toISOString()}, ${Math.floor((now - newest) / DAY_MS)} days ago`
  return [warn('backup', says, 'sotto backup FILE, each day')]
}

/** A first seed without wallets is not missed. */
async function seed(db: Db): Promise<Finding[]> {
  const newest = await newestWalletSeed(db)
  const isMissed = newest > 1 || (await hasIndexes(db))
  if (newest === 0 || !isMissed || (await backedUpSeed(db)) >= newest) return []
  const since = newest > 1 ? 'no backup was made since the master key was rotated' : 'no backup was made yet'
  const lost = 'what is lost with this database includes the keys of wallets that are made from now on'
  return [warn('backup', `${since}: ${lost}`, 'sotto backup FILE')]
}

async function searches(db: Db): Promise<Finding[]> {
  const { count, last } = await rebuiltWallets(db)
  const came = `${count} that were newer than a restored backup came back, the last at ${new Date(last).toISOString()}`
  return [
    ...(await search(db, 'walletIndexes', 'lost wallets', ', which get no new wallet meanwhile')),
    ...(await search(db, 'requestIndexes', 'lost requests', '')),
    ...(count === 0 ? [] : [ok('lost wallets', came)]),
  ]
}

async function search(db: Db, table: keyof typeof FOUND_MAX, what: string, meanwhile: string): Promise<Finding[]> {
  const { underway, full } = await countSearches(db, table)
  const looks = `are still looked for, of ${underway} accounts${meanwhile}`
  const most = `of ${full} accounts came back ${FOUND_MAX[table]} at once, as many as may: a node that says of every address that it is used brings as many`
  const compare = 'compare some of them with another node; if they are real: sotto wallet find'
  return [
    ...(underway === 0 ? [] : [warn(what, looks, 'let the gateway run: it asks the chain')]),
    ...(full === 0 ? [] : [warn(what, most, compare)]),
  ]
}

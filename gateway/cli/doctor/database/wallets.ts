import type { Db } from '../../../db/database.ts'
import { backedUpSeed } from '../../../db/sealed/backed-up.ts'
import { newestWalletSeed } from '../../../db/sealed/open-keyring.ts'
import { countSearches, FOUND_MAX, hasIndexes, rebuiltWallets } from '../../../recovery/searches-store.ts'
import { type Finding, ok, warn } from '../finding.ts'

/** Whether a backup is there that finds every wallet, and what the search for lost ones has brought. */
export async function checkWallets(db: Db): Promise<Finding[]> {
  return [...(await seed(db)), ...(await searches(db))]
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
  const [{ underway, full }, { count, last }] = [await countSearches(db), await rebuiltWallets(db)]
  return [
    ...(underway === 0
      ? []
      : [
          warn(
            'lost wallets',
            `are still looked for, of ${underway} accounts, which get no new wallet meanwhile`,
            'let the gateway run: it asks the chain',
          ),
        ]),
    ...(full === 0
      ? []
      : [
          warn(
            'lost wallets',
            `of ${full} accounts came back ${FOUND_MAX} at once, as many as may: a node that says of every address that it is used brings as many`,
            'compare some of them with another node; if they are real: sotto wallet find',
          ),
        ]),
    ...(count === 0
      ? []
      : [
          ok(
            'lost wallets',
            `${count} that were newer than a restored backup came back, the last at ${new Date(last).toISOString()}`,
          ),
        ]),
  ]
}

import type { Db } from '../db/database.ts'
import { newestWalletSeed, walletSeedNow } from '../db/sealed/open-keyring.ts'
import type { World } from '../world/world.ts'
import type { WalletOrigin } from './derive-wallet.ts'

/**
 * Takes the index of an account's next new wallet, from the newest seed: each once, however many ask. Undefined while wallets
 * that a restore has lost are looked for, whose indexes are not known yet. Belongs into the database transaction that stores
 * the wallet.
 */
export async function takeIndex(
  trx: Db,
  keys: Pick<World['keys'], 'walletSeed' | 'refresh'>,
  accountId: string,
): Promise<WalletOrigin | undefined> {
  const generation = await walletSeedNow(trx, keys)
  const { nextIndex, searchAt } = await trx
    .insertInto('walletIndexes')
    .values({ ...NEVER_SEARCHED, accountId, generation, nextIndex: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'generation'])
        .doUpdateSet((e) => ({ nextIndex: e('walletIndexes.nextIndex', '+', 1) })),
    )
    .returning(['nextIndex', 'searchAt'])
    .executeTakeFirstOrThrow()
  return searchAt === null ? { accountId, generation, index: nextIndex - 1 } : undefined
}

/** What `takeIndex` would give, as far as is known. */
export async function nextOrigin(db: Db, accountId: string): Promise<WalletOrigin | undefined> {
  const generation = await newestWalletSeed(db)
  const row = await db
    .selectFrom('walletIndexes')
    .select(['nextIndex', 'searchAt'])
    .where('accountId', '=', accountId)
    .where('generation', '=', generation)
    .executeTakeFirst()
  const isSearched = row !== undefined && row.searchAt !== null
  return isSearched ? undefined : { accountId, generation, index: row?.nextIndex ?? 0 }
}

const NEVER_SEARCHED = { searchAt: null, searchUntil: null, found: 0, madeAfter: null, scannedBlock: null }

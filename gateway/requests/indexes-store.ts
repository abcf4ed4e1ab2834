import type { Db } from '../db/database.ts'
import { walletSeedNow } from '../db/sealed/open-keyring.ts'
import type { World } from '../world/world.ts'
import type { RequestOrigin } from './derive-request.ts'

/**
 * Takes the index of an account's next request, from the newest seed: each once, however many ask. Belongs into the database
 * transaction that stores the request.
 */
export async function takeIndex(
  trx: Db,
  keys: Pick<World['keys'], 'walletSeed' | 'refresh'>,
  accountId: string,
): Promise<RequestOrigin> {
  const generation = await walletSeedNow(trx, keys)
  const { nextIndex } = await trx
    .insertInto('requestIndexes')
    .values({
      accountId,
      generation,
      nextIndex: 1,
      searchAt: null,
      searchUntil: null,
      found: 0,
      madeAfter: null,
      scannedBlock: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'generation'])
        .doUpdateSet((e) => ({ nextIndex: e('requestIndexes.nextIndex', '+', 1) })),
    )
    .returning('nextIndex')
    .executeTakeFirstOrThrow()
  return { accountId, generation, index: nextIndex - 1 }
}

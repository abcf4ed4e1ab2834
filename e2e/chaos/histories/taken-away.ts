import type { TestWorld } from '../../../gateway/testing/test-world.ts'
import type { Wish } from './wish.ts'

/**
 * Settled, taken back by a reorganisation, and its nonce then used elsewhere by somebody who has the key as well. The
 * status stays and says that the chain does not show it; the money is where it was.
 */
export async function isTakenAway({ db }: Pick<TestWorld, 'db'>, wish: Wish): Promise<boolean> {
  const [id = ''] = wish.ids
  const leg = await db
    .selectFrom('legs')
    .select('state')
    .where('transactionId', '=', id)
    .where('movesValue', '=', 1)
    .executeTakeFirst()
  return wish.seen.at(-1) === 'SETTLED' && leg?.state === 'superseded'
}

import type { Hex } from '#shared/model/ids.ts'
import type { World } from '../../world/world.ts'

/**
 * Takes a burn for the one redeem that it pays for: a handle (FHEVM: the hash of how an amount came about) belongs to one
 * call, whatever a node says afterwards. False where another redeem has it.
 */
export async function takeBurn(world: World, handle: Hex, transactionId: string): Promise<boolean> {
  await world.db
    .insertInto('paidBurns')
    .values({ handle, transactionId: transactionId, createdAt: world.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await world.db
    .selectFrom('paidBurns')
    .select('transactionId')
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row?.transactionId === transactionId
}

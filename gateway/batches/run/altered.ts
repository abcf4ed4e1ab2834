import { isAltered } from '../../db/sealed/open-unaltered.ts'
import type { World } from '../../world/world.ts'

/** Logs once of each batch that a row of it, or of its credential, account or wallet, is altered: nothing is paid by it. */
export function sayAltered(world: World): (id: string) => void {
  const said = world.memory.part('altered batches', () => new Set<string>())
  return (id) => {
    if (said.has(id)) return
    said.add(id)
    world.log.error(
      { id },
      'somebody has altered this batch, a row of it, or its credential, account or wallet, in the database: nothing is paid by it',
    )
  }
}

/** An altered row of one batch keeps no other batch from being paid and followed. */
export async function unlessAltered(world: World, batchId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAltered(error)) throw error
    sayAltered(world)(batchId)
  }
}

import type { Hex } from '#shared/model/ids.ts'
import type { Published } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { rememberDecrypted } from './remember.ts'

/** A payout that is held back is looked at every few seconds, perhaps for days, and each request costs the KMS a round. */
const KEPT_MS = 60_000
/** The oldest of more burns that are held back at once is asked for again. */
const KEPT = 1_000

type Kept = { published: Published; at: number }

/** To be called once a call was sent with a publication, or refused for it: a rotation of the KMS voids its proof. */
export function forgetPublication(world: World, handle: Hex): void {
  keptIn(world).delete(handle)
}

/**
 * A burned amount, as the KMS publishes it with its proof; undefined while it has not. The decryption takes seconds: it is asked
 * for once, and looks of this process take the same one for a minute, until `forgetPublication`.
 */
export function published(world: World, walletId: string, handle: Hex): Promise<Published | undefined> {
  const kept = keptIn(world).get(handle)
  const isFresh = kept !== undefined && world.clock.elapsed() - kept.at < KEPT_MS
  return isFresh ? Promise.resolve(kept.published) : publish(world, walletId, handle)
}

async function publish(world: World, walletId: string, handle: Hex): Promise<Published | undefined> {
  const at = world.clock.elapsed()
  const said = await world.chain.confidential.publicDecrypt(handle)
  if (said === undefined) return undefined
  const kept = keptIn(world)
  kept.delete(handle)
  kept.set(handle, { published: said, at })
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  await rememberDecrypted(world, walletId, new Map([[handle, said.units]]))
  return said
}

function keptIn(world: World): Map<Hex, Kept> {
  return world.memory.part('publications', () => new Map<Hex, Kept>())
}

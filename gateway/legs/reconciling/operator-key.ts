import type { Hex } from '#shared/model/ids.ts'
import { keepDoing } from '../../world/keep-doing.ts'
import type { World } from '../../world/world.ts'
import { accountForNonces } from './account-for-nonces.ts'
import { isFreshlyRestored } from './restores-store.ts'
import { unattributedSince } from './unattributed/lists-store.ts'

/** How often the operator's nonces are looked at while no payment does so. */
const LOOK_MS = 30_000
/** At most this many are reported. */
const MOST = 1_000

/** `from`: the newest block when this process began. Payments that a restore forgot were mined by then. */
type Watch = { from: number | undefined; told: Set<Hex> }

const watchOf = (world: World) =>
  world.memory.part('operator key', (): Watch => ({ from: undefined, told: new Set<Hex>() }))

/**
 * Transactions that were made elsewhere with the operator's key while this process ran: by a second gateway on the same keys
 * with another database, or by a person. None while a restore is fresh: then they may have waited in a pool since before.
 */
export async function otherUsesOfKey(world: World): Promise<Hex[]> {
  const { from } = watchOf(world)
  if (from === undefined) return []
  const operator = world.chain.operator?.address
  if (operator === undefined) return []
  if (await isFreshlyRestored(world.db, world.clock.now())) return []
  return unattributedSince(world.db, operator, from, MOST)
}

/** Until the gateway closes: looks whether anything else uses the operator's key, and logs what is new of that as an error. */
export function keepWatchingKey(world: World): Promise<void> {
  const failed = (reason: string) => world.log.debug({ reason }, 'who uses the operator’s key is looked at again')
  return keepDoing(world, LOOK_MS, () => lookAtKey(world), failed)
}

/** One look. */
export async function lookAtKey(world: World): Promise<void> {
  const operator = world.chain.operator?.address
  if (operator === undefined) return
  const watch = watchOf(world)
  watch.from ??= (await world.chain.head()).number
  await accountForNonces(world, operator)
  const fresh = (await otherUsesOfKey(world)).filter((hash) => !watch.told.has(hash))
  if (fresh.length === 0) return
  for (const hash of fresh) watch.told.add(hash)
  world.log.error(
    { operator, count: fresh.length, newest: fresh[0] },
    'something else makes payments with the operator’s key: a second gateway on the same keys with another database, or a person. Stop one of two gateways: neither knows what the other has promised. "sotto owed" lists its payments; "sotto owed --seen HASH" ticks off what you know',
  )
}

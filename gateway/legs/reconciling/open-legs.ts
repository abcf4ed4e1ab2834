import type { Address } from '#shared/model/ids.ts'
import type { Head } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import { attemptsOf } from '../attempts-store.ts'
import { type Inclusion, inclusionOf } from '../evidence/inclusion.ts'
import { openLegs } from '../nonces-store.ts'
import type { SenderState } from './senders-store.ts'

/**
 * A node that lags, or a pool that no node shows, lets another transaction be mined at the nonce of a leg. So the nonce of a leg
 * that is open, and that the chain counts as used, is accounted for only once the leg is seen to have used it. Of those that
 * wait for a look of their own payment, that is remembered here.
 */
type Shown = { isDeep: boolean }

const shownOf = (world: World, sender: Address) => {
  const all = world.memory.part('legs shown', () => new Map<Address, Map<string, Shown>>())
  const known = all.get(sender) ?? new Map<string, Shown>()
  all.set(sender, known)
  return known
}

export function noteShown(world: World, sender: Address, legId: string, isDeep: boolean): void {
  shownOf(world, sender).set(legId, { isDeep })
}

/** The lowest nonce below what is mined whose leg was not seen to have used it. The chain is not asked. */
export async function unshownNonce(
  world: World,
  sender: Address,
  { noted, firstOpen }: Pick<SenderState, 'noted' | 'firstOpen'>,
  mined: number,
): Promise<number | undefined> {
  if (firstOpen === undefined) return undefined
  const shown = shownOf(world, sender)
  const open = await openLegs(world.db, { sender, from: noted, below: mined })
  return open.find(({ id }) => !shown.has(id))?.nonce
}

/** Asks the chain for the receipts of legs that are open below what is mined: again of those that are not deep yet. */
export async function lookForOpen(
  world: World,
  sender: Address,
  { noted, firstOpen }: Pick<SenderState, 'noted' | 'firstOpen'>,
  mined: number,
): Promise<void> {
  if (firstOpen === undefined) return
  const shown = shownOf(world, sender)
  const open = await openLegs(world.db, { sender, from: noted, below: mined })
  const living = new Set(open.map(({ id }) => id))
  for (const id of shown.keys()) if (!living.has(id)) shown.delete(id)
  const doubtful = open.filter(({ id }) => shown.get(id)?.isDeep !== true)
  if (doubtful.length === 0) return
  const head = world.chain.head()
  const [, ...seen] = await Promise.all([head, ...doubtful.map(({ id }) => look(world, id, head))])
  for (const [index, { id }] of doubtful.entries()) {
    const found = seen[index]
    if (found === FORGOTTEN) shown.set(id, { isDeep: true })
    else if (found?.is === 'included') shown.set(id, { isDeep: found.isDeep })
    else shown.delete(id)
  }
}

/** Its bytes were forgotten: it ended so long ago that nothing can take it back. */
const FORGOTTEN = 'forgotten'

async function look(world: World, legId: string, head: Promise<Head>): Promise<Inclusion | typeof FORGOTTEN> {
  const attempts = await attemptsOf(world.db, world.keys, legId)
  if (attempts.length === 0) return FORGOTTEN
  const hashes = attempts.map(({ hash }) => hash)
  return inclusionOf(world, hashes, { head })
}

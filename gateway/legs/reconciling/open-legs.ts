import type { Address } from '#shared/model/ids.ts'
import type { Head } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import { attemptsOf } from '../attempts-store.ts'
import { inclusionOf } from '../evidence/inclusion.ts'
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
export async function unexplainedNonce(
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

/** The same, after the chain was asked for the receipts of such legs; legs that are not deep yet are asked for again. */
export async function lookForOpen(
  world: World,
  sender: Address,
  { noted, firstOpen }: Pick<SenderState, 'noted' | 'firstOpen'>,
  mined: number,
): Promise<number | undefined> {
  if (firstOpen === undefined) return undefined
  const shown = shownOf(world, sender)
  const open = await openLegs(world.db, { sender, from: noted, below: mined })
  const living = new Set(open.map(({ id }) => id))
  for (const id of shown.keys()) if (!living.has(id)) shown.delete(id)
  const doubtful = open.filter(({ id }) => shown.get(id)?.isDeep !== true)
  if (doubtful.length > 0) {
    const head = world.chain.head()
    const [, ...seen] = await Promise.all([head, ...doubtful.map(({ id }) => look(world, id, head))])
    for (const [index, { id }] of doubtful.entries()) {
      const isDeep = seen[index]
      if (isDeep === undefined) shown.delete(id)
      else shown.set(id, { isDeep })
    }
  }
  // Asked anew: another look may have seen one of them meanwhile.
  return unexplainedNonce(world, sender, { noted, firstOpen }, mined)
}

/** Whether a leg is deep in the chain; undefined if no node shows it. */
async function look(world: World, legId: string, head: Promise<Head>): Promise<boolean | undefined> {
  const attempts = await attemptsOf(world.db, world.keys, legId)
  // Its bytes were forgotten: it ended so long ago that nothing can take it back.
  if (attempts.length === 0) return true
  const hashes = attempts.map(({ hash }) => hash)
  const seen = await inclusionOf(world, hashes, { head })
  return seen.is === 'included' ? seen.isDeep : undefined
}

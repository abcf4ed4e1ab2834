import type { Address } from '#shared/model/ids.ts'
import type { Head } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import { hashesOf } from '../attempts-store.ts'
import { inclusionOf } from '../evidence/inclusion.ts'
import { openLegs } from '../nonces-store.ts'
import type { SenderState } from './senders-store.ts'

/**
 * A node that lags, or a pool that no node shows, lets another transaction be mined at the nonce of a leg. So the nonce of a leg
 * that is open, and that the chain counts as used, is accounted for only once the leg is seen to have used it. Of those that
 * wait for a look of their own payment, that is remembered here, and whether it is deep in the chain.
 */
const shownOf = (world: World, sender: Address) => {
  const all = world.memory.part('legs shown', () => new Map<Address, Map<string, boolean>>())
  const known = all.get(sender) ?? new Map<string, boolean>()
  all.set(sender, known)
  return known
}

/** Notes that a leg was seen, at any depth. */
export function noteShown(world: World, sender: Address, legId: string): void {
  shownOf(world, sender).set(legId, false)
}

type State = Pick<SenderState, 'noted' | 'firstOpen'>

/** The lowest nonce below what is mined whose leg was not seen to have used it. The chain is not asked. */
export async function unexplainedNonce(world: World, sender: Address, { noted, firstOpen }: State, mined: number) {
  if (firstOpen === undefined) return undefined
  const open = await openLegs(world.db, { sender, from: noted, below: mined })
  return open.find(({ id }) => !shownOf(world, sender).has(id))?.nonce
}

/** The same, after the chain was asked for the receipts of such legs; legs that are not deep yet are asked for again. */
export async function lookForOpen(world: World, sender: Address, state: State, mined: number) {
  if (state.firstOpen === undefined) return undefined
  const shown = shownOf(world, sender)
  const open = await openLegs(world.db, { sender, from: state.noted, below: mined })
  const living = new Set(open.map(({ id }) => id))
  for (const id of shown.keys()) if (!living.has(id)) shown.delete(id)
  const doubtful = open.filter(({ id }) => shown.get(id) !== true)
  const head = doubtful.length === 0 ? undefined : world.chain.head()
  const looks = doubtful.map(async ({ id }) => ({ id, isDeep: await look(world, id, head) }))
  const [, ...seen] = await Promise.all([head, ...looks])
  for (const { id, isDeep } of seen) {
    if (isDeep === undefined) shown.delete(id)
    else shown.set(id, isDeep)
  }
  // Asked anew: another look may have seen one of them meanwhile.
  return unexplainedNonce(world, sender, state, mined)
}

/** Whether a leg is deep in the chain; undefined if no node shows it. */
async function look(world: World, legId: string, head?: Promise<Head>): Promise<boolean | undefined> {
  const seen = await inclusionOf(world, await hashesOf(world.db, legId), head && { head })
  return seen.is === 'included' ? seen.isDeep : undefined
}

import type { NonceUse } from '../../chain/port.ts'
import { atomically, isDuplicate } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { type Attempt, attemptsOf, insertAttempt } from '../attempts-store.ts'
import { isPayout } from '../kinds.ts'
import type { Leg } from '../store.ts'
import { readTag, type Tag } from '../tags/tag.ts'
import { takePaidHash } from './unattributed/paid-hashes-store.ts'

/**
 * A leg that was signed again, with higher fees or as a cancellation, has new bytes; a database from an earlier backup has only
 * the older ones. A transaction that used the nonce becomes an attempt of this leg if it makes the same call, or its tag says
 * so.
 */
export async function adoptAttempt(world: World, leg: Leg, use: NonceUse): Promise<boolean> {
  const known = await attemptsOf(world.db, world.keys, leg.id)
  if (known.some(({ hash }) => hash === use.hash)) return true
  const kind = kindOf(world, leg, known, use)
  if (kind === undefined) return false
  const { hash, raw, maxFee, priorityFee } = use
  world.log.warn({ leg: leg.id, hash }, 'an attempt that this database did not know was mined: it is of this leg')
  const now = world.clock.now()
  const attempt = { hash, legId: leg.id, kind, raw, maxFee, priorityFee, signedBlock: use.block, now } as const
  try {
    return await atomically(world.db, async (db) => {
      // A person may have noted it for another redeem.
      if (kind === 'call' && isPayout(leg) && !(await takePaidHash(db, hash, leg.transactionId, now))) return false
      await insertAttempt(db, world.keys, attempt)
      return true
    })
  } catch (error) {
    // Another look has adopted it.
    if (!isDuplicate(error)) throw error
    return true
  }
}

/** The kind of attempt that a transaction is of the leg; undefined if it is none. */
function kindOf(world: World, leg: Leg, known: Attempt[], use: NonceUse): Attempt['kind'] | undefined {
  const { to, data, value } = use
  const calls = known.filter(({ kind }) => kind === 'call').map(({ raw }) => world.chain.callIn(raw))
  if (calls.some((call) => call.to === to && call.data === data && call.value === value)) return 'call'
  const slot = { chainId: world.chain.chainId, sender: leg.sender, nonce: leg.nonce }
  const tag = readTag(world.keys, slot, use)
  if (tag?.row !== leg.transactionId) return undefined
  if (tag.role === 'cancellation') return 'cancel'
  const does = world.chain.calls.meaningOf(use)?.does
  // A restored database signs the same request anew, and an encrypted amount has another input each time.
  const isSame = calls.some(
    (call) => does === world.chain.calls.meaningOf(call)?.does && isSameTag(tag, readTag(world.keys, slot, call)),
  )
  return isSame ? 'call' : undefined
}

/** Whether two tags of one payment are of one request. Without a key neither has a digest: it was approved, and its row says what. */
function isSameTag(one: Tag, other: Tag | undefined): boolean {
  return one.role === other?.role && one.digest === other.digest
}

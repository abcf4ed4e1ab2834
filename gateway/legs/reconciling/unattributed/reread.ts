import type { Address } from '#shared/model/ids.ts'
import { atomically } from '../../../db/database.ts'
import { inBatches } from '../../../world/in-batches.ts'
import type { World } from '../../../world/world.ts'
import { sendUncounted } from '../../broadcast.ts'
import {
  type Displacement,
  deepHeight,
  type Included,
  type Inclusion,
  inclusionOf,
  isFinal,
} from '../../evidence/inclusion.ts'
import { livingLegAt } from '../../store.ts'
import { searchFrom } from '../search-start.ts'
import { listNotFinal, sendersOfNotFinal } from './lists-store.ts'
import { recordUnattributed } from './record.ts'
import { nameOf, noteRead, readAt } from './standing.ts'
import { noteFinal, noteNotFinal, type Unattributed } from './store.ts'

/** Unattributed transactions are read again this long, at any depth: beyond it no chain that we know reorganises. */
const REREAD_FOR_MS = 30 * 60_000

/**
 * Which transaction the chain has at the nonce of an unattributed one, as the database names that by now. `there`: the
 * unattributed transaction itself. `displaced`: another transaction, which is final. `absent`: no node shows a receipt of the
 * unattributed transaction, and no other transaction has its nonce: the nonce is free, or the transaction itself has used it.
 * `unknown`: another transaction that is not final, or a search that is not done.
 */
type Now =
  | { is: 'there'; seen: Included; isFinal: boolean }
  | { is: 'displaced' | 'absent'; name: string }
  | { is: 'unknown' }

/**
 * Looks for an unattributed transaction, and writes what is seen: a reorganisation may have put it into another block, where it
 * does something else, or given its nonce to another one.
 */
async function rereadOne(world: World, one: Unattributed): Promise<Now> {
  const { sender, nonce, hash, blockHash } = one
  const slot = { sender, nonce, from: () => searchFrom(world, sender, nonce), byAnyone: true } as const
  const seen = await inclusionOf(world, [hash], { old: true, slot })
  if (seen.is === 'included' && seen.receipt.blockHash === blockHash) {
    const stays = one.isFinal || (await isFinal(world, seen))
    if (stays && !one.isFinal) await noteFinal(world.db, hash, seen.receipt.success)
    return { is: 'there', seen, isFinal: stays }
  }
  const now = await minedNow(world, one, seen)
  const isAbsent = seen.is === 'missing' && !seen.otherMayHaveNonce
  if (now === undefined) return isAbsent ? { is: 'absent', name: nameOf(hash, blockHash) } : { is: 'unknown' }
  const { use, seen: there } = now
  const isOther = use.hash !== hash
  const found = { sender, nonce, use, receipt: there.receipt, isFinal: await isFinal(world, there) }
  if (isOther && !found.isFinal) return { is: 'unknown' }
  await atomically(world.db, (db) => recordUnattributed(db, world, found))
  world.log.warn(
    { sender, nonce, hash: use.hash },
    'an unattributed transaction is in another block, or another one has its nonce',
  )
  if (!isOther) return { is: 'there', seen: there, isFinal: found.isFinal }
  return { is: 'displaced', name: nameOf(use.hash, there.receipt.blockHash) }
}

/**
 * The transaction at the nonce now: the same, perhaps in another block, or another one. It is read from the block again, since
 * its bytes may be a call of another sender, with an authorization (EIP-7702) of this one. Undefined if no node shows any.
 */
async function minedNow(world: World, one: Unattributed, seen: Inclusion): Promise<Displacement | undefined> {
  if (seen.is === 'displaced') return seen.by
  if (seen.is !== 'included') return undefined
  const use = await world.chain.whoUsedNonce(one.sender, one.nonce, seen.receipt.block)
  return use?.hash === one.hash ? { use, seen } : undefined
}

/**
 * Whether the chain has an unattributed transaction now. `included`: as a success. `displaced`: another one has its nonce, or it
 * reverted, finally. `missing`: neither is shown. A node without its receipt proves nothing: the node lags, or a reorganisation
 * took the transaction back, and its bytes may be mined again. So it is sent again here, which brings it back or lets another
 * one have its nonce.
 */
export async function inclusionNow(world: World, one: Unattributed): Promise<'included' | 'displaced' | 'missing'> {
  const now = await rereadOne(world, one)
  if (now.is === 'displaced') return 'displaced'
  if (now.is === 'there' && now.seen.receipt.success) return 'included'
  if (now.is === 'there' && (await isFinal(world, now.seen))) return 'displaced'
  await noteNotFinal(world.db, one.hash)
  await sendAgain(world, one)
  return 'missing'
}

/**
 * Whether an unattributed transaction has its nonce, or may have it again: not once the chain is deep without it and no pool takes
 * it any more. Then another transaction may be signed there, and at most one of both is mined. (Not a payment that could be the
 * same: that waits until this one is `displaced`.)
 */
export async function holdsNonce(world: World, one: Unattributed): Promise<boolean> {
  if ((await inclusionNow(world, one)) !== 'missing') return true
  const { number: block } = await world.chain.head()
  if (deepHeight(world, block) <= one.blockNumber) return true
  const { sender, nonce } = one
  const [mined, pending] = await Promise.all([world.chain.nonce(sender, block), world.chain.pendingNonce(sender)])
  return mined > nonce || pending > nonce
}

/** Not while a leg has the same nonce, unless that leg was superseded: one would displace the other. */
async function sendAgain(world: World, { sender, nonce, hash, raw }: Unattributed): Promise<void> {
  if ((await livingLegAt(world.db, world.keys, sender, nonce)) !== undefined) return
  world.log.warn({ sender, hash }, 'an unattributed transaction is not shown: it is sent again')
  await sendUncounted(world, raw)
}

/** A receipt is some kilobytes of logs. */
const AT_ONCE = 50

/**
 * Reads the unattributed transactions of a sender again. True once each was read: it stands as it is stored, or a final other one
 * has its nonce and is stored instead, or no node shows it and no other has its nonce. (A payment that could be the same sends
 * that one again.)
 */
export async function rereadUnattributed(world: World, sender: Address): Promise<boolean> {
  const listed = await listNotFinal(world.db, world.keys, sender, world.clock.now() - REREAD_FOR_MS)
  if (listed.length === 0) return true
  const read = await readAt(world, sender, await world.chain.head())
  // Hundreds that a restore has forgotten are not asked for again with every block.
  const unread = listed.filter(({ hash, blockHash, isFinal }) => {
    const name = nameOf(hash, blockHash)
    return !read.now.has(name) && !(isFinal && read.standing.has(name))
  })
  let known = 0
  await inBatches(world, unread, AT_ONCE, async (one) => {
    const now = await rereadOne(world, one)
    if (now.is === 'unknown') return
    known += 1
    if (now.is === 'there') noteRead(read, now.seen.receipt, now.isFinal)
    else read.now.set(now.name, false)
  })
  return known === unread.length
}

/** Senders with at least one unattributed transaction that is to be read again. */
export function sendersToReread({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Address[]> {
  return sendersOfNotFinal(db, clock.now() - REREAD_FOR_MS)
}

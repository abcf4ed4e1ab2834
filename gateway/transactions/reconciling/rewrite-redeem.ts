import type { Hex } from '#shared/model/ids.ts'
import { amountsForFloat } from '../../config/config.ts'
import { atomically, isDuplicate } from '../../db/database.ts'
import { readerOf, readPlaintexts, remembered } from '../../decryption/read-plaintexts.ts'
import { rememberDecrypted } from '../../decryption/remember.ts'
import { errorWords } from '../../error-words.ts'
import { insertAttempt } from '../../legs/attempts-store.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { rereadUnattributed, sendersToReread } from '../../legs/reconciling/unattributed/reread.ts'
import {
  findUnattributed,
  listBurns,
  noteOwesNothing,
  noteRedeem,
  type Unattributed,
} from '../../legs/reconciling/unattributed/store.ts'
import { insertLeg } from '../../legs/store.ts'
import { findOwner } from '../../wallets/custodial-store.ts'
import { inBatches } from '../../world/in-batches.ts'
import { derivedId } from '../../world/new-id.ts'
import type { World } from '../../world/world.ts'
import { insertTransaction } from '../write-store.ts'
import { handleNow } from './handle-now.ts'

/** A decryption takes seconds, or ends after half a minute. */
const AT_ONCE = 10

/**
 * A burn is owed, also where a restored database does not know its redeem: an untagged burn of a wallet of this gateway that
 * belongs to no payment is written down as a redeem again, and goes on from there like any other. One of which that cannot
 * be told yet keeps no other from it. True once there is none left.
 */
export async function rewriteRedeems(world: World): Promise<boolean> {
  // No payment may go to an operator: a transfer to one is a burn into the float, whatever operator and mode are now.
  const operators = await operatorAddresses(world)
  // Each is told of once: it is looked at again and again.
  const told = world.memory.part('burns that wait', () => new Set<Hex>())
  for (const sender of await sendersToReread(world)) await rereadUnattributed(world, sender)
  const burns = await listBurns(world.db, world.keys, operators)
  let done = 0
  await inBatches(world, burns, AT_ONCE, async (one) => {
    const isDone = await rewriteOne(world, one).catch((error: unknown) => {
      const reason = errorWords(error)
      if (!told.has(one.hash))
        world.log.warn({ hash: one.hash, reason }, 'what an unknown burn burned cannot be told yet')
      told.add(one.hash)
      return false
    })
    if (isDone) done += 1
  })
  return done === burns.length
}

/** False where the burned amount cannot be told yet. */
async function rewriteOne(world: World, one: Unattributed): Promise<boolean> {
  const wallet = await findOwner(world.db, one.sender)
  // Burned with a key that was the operator's once.
  if (wallet === undefined) return true
  const units = await burnedUnits(world, one, wallet.id)
  if (units === undefined) return false
  if (units > 0n) return rewrite(world, one, wallet, units)
  // In another block it may have cover.
  if (!one.isFinal) return false
  await noteOwesNothing(world.db, one.hash)
  return true
}

/**
 * The same for a confidential transfer to a former operator from after it was replaced, which only a person can say was meant
 * for the float: a thief of that key can send the money on, and keeps what is paid for it. Gives the redeem's ID.
 */
export async function rewriteLate(world: World, hash: Hex): Promise<string> {
  const one = await findUnattributed(world.db, world.keys, hash)
  const wallet = one && (await findOwner(world.db, one.sender))
  const operators: (string | null)[] = await operatorAddresses(world)
  const isFree = one?.does === 'hidden transfer' && one.transactionId === null && operators.includes(one.toAddress)
  if (!isFree || wallet === undefined) throw new Error(`${hash} is no transfer to an operator that no redeem has.`)
  const units = await burnedUnits(world, one, wallet.id)
  if (units === undefined || units === 0n) throw new Error(`${hash} moved nothing, or what it moved is not known yet.`)
  if (!(await rewrite(world, one, wallet, units))) throw new Error(`${hash} belongs to a redeem by now.`)
  return idOf(world, wallet, hash)
}

type Owner = { id: string; accountId: string }

/** The burn has no tag, and its payout names this: every copy of the data gives it the same. No `Idempotency-Key` begins so. */
const idOf = ({ keys }: Pick<World, 'keys'>, { accountId }: Owner, hash: Hex) => derivedId(keys, accountId, `\0${hash}`)

/** What is known already is not asked for: the decryption service may be away, and the amount is derived in most cases. */
export async function burnedUnits(world: World, one: Unattributed, walletId: string) {
  const { does } = one
  const handle = await handleNow(world, one)
  if (handle === null) return 0n
  const accepts = does === 'unwrap' ? 'anything known' : amountsForFloat(world.config)
  const known = (await remembered(world, [handle], walletId, accepts)).get(handle)
  if (known !== undefined) return known
  if (does === 'hidden transfer') {
    return (await readPlaintexts(world, [handle], readerOf(world, walletId), accepts)).get(handle)
  }
  const published = await world.chain.confidential.publicDecrypt(handle)
  if (published !== undefined) await rememberDecrypted(world, walletId, new Map([[handle, published.units]]))
  return published?.units
}

/** False where something is in the way, which the next look sees. */
async function rewrite(world: World, one: Unattributed, wallet: Owner, units: bigint): Promise<boolean> {
  const now = world.clock.now()
  const { hash, raw } = one
  const id = idOf(world, wallet, hash)
  // A reorganisation may have left what pays it below it.
  const signedBlock = await searchFrom(world, one.sender, one.nonce)
  const store = atomically(world.db, async (db) => {
    await insertTransaction(db, world.keys, {
      id,
      accountId: wallet.accountId,
      walletId: wallet.id,
      type: 'REDEEM',
      status: 'PENDING',
      units,
      token: world.chain.tokens.cstable.symbol,
      confidential: true,
      from: one.sender,
      to: null,
      externalId: null,
      txHash: hash,
      error: null,
      now,
    })
    const legId = world.newId()
    await insertLeg(db, {
      id: legId,
      transactionId: id,
      position: 0,
      kind: one.does === 'unwrap' ? 'unwrap' : 'transfer',
      movesValue: true,
      sender: one.sender,
      nonce: one.nonce,
      cost: BigInt(one.cost),
      signedBlock,
      now,
    })
    const fees = { maxFee: BigInt(one.maxFee), priorityFee: BigInt(one.priorityFee) }
    await insertAttempt(db, world.keys, { hash, legId, kind: 'call', raw, ...fees, signedBlock, now })
    await noteRedeem(db, hash, id)
  })
  try {
    await store
  } catch (error) {
    // Another process has written it, or the leg that it superseded is not seen to be so yet.
    if (!isDuplicate(error)) throw error
    return false
  }
  world.log.warn({ transaction: id, hash }, 'a burn that this database did not know is a redeem again')
  return true
}

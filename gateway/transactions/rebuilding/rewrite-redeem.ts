import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { amountsForFloat } from '../../config/config.ts'
import { readerOf, readPlaintexts, remembered } from '../../decryption/read-plaintexts.ts'
import { rememberDecrypted } from '../../decryption/remember.ts'
import { errorWords } from '../../error-words.ts'
import { handleOfCall } from '../../legs/evidence/claimed.ts'
import { includedAt, isFinal } from '../../legs/evidence/inclusion.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { findUnattributed, listBurns } from '../../legs/reconciling/unattributed/lists-store.ts'
import { inclusionNow, rereadUnattributed, sendersToReread } from '../../legs/reconciling/unattributed/reread.ts'
import { noteOwesNothing, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { findOwner, type Owner } from '../../wallets/custodial-store.ts'
import { inBatches } from '../../world/in-batches.ts'
import { derivedId } from '../../world/new-id.ts'
import type { World } from '../../world/world.ts'
import { writeAgain } from './rebuild-row.ts'

/** A decryption takes seconds, or ends after half a minute. */
const AT_ONCE = 10

/** Said of a found transaction. */
export const ALTERED = 'somebody has altered this transaction in the database: it becomes no payment again'

/**
 * A burn is owed, also where a restored database does not know its redeem: an untagged burn of a wallet of this gateway that
 * belongs to no payment is written down as a redeem again, and goes on from there like any other. A burn whose amount is
 * not known yet keeps no other waiting. True once none is left.
 */
export async function rewriteRedeems(world: World): Promise<boolean> {
  // No payment may go to an operator: a transfer to one is a burn into the float, whatever operator and mode are now.
  const operators = await operatorAddresses(world)
  // Each is logged once, although it is looked at many times.
  const told = world.memory.part('burns that wait', () => new Set<Hex>())
  for (const sender of await sendersToReread(world)) await rereadUnattributed(world, sender)
  let left = 0
  const burns = await listBurns(world.db, world.keys, operators, ({ hash }) => {
    left += 1
    if (!told.has(hash)) world.log.error({ hash }, ALTERED)
    told.add(hash)
  })
  const isThrough = await inBatches(world, burns, AT_ONCE, async (one) => {
    const isDone = await rewriteOne(world, one).catch((error: unknown) => {
      const reason = errorWords(error)
      if (!told.has(one.hash))
        world.log.warn({ hash: one.hash, reason }, 'what an unknown burn burned cannot be told yet')
      told.add(one.hash)
      return false
    })
    if (!isDone) left += 1
  })
  return isThrough && left === 0
}

/** Rewrites one burn as a redeem. False while the burned amount is not known. */
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

/** The burn has no tag, and its payout names this: every copy of the data gives it the same. No `Idempotency-Key` begins so. */
const idOf = ({ keys }: Pick<World, 'keys'>, { accountId }: Owner, hash: Hex) => derivedId(keys, accountId, `\0${hash}`)

/** The burned amount. A known amount is not asked for: the decryption service may be away, and most amounts are derived. */
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

/** Stores a burn as a redeem without a request. False if a row is in the way, which the next look sees. */
function rewrite(world: World, one: Unattributed, wallet: Owner, units: bigint): Promise<boolean> {
  const tag = { row: idOf(world, wallet, one.hash), type: 'REDEEM', role: 'call', digest: null } as const
  const kind = one.does === 'unwrap' ? 'unwrap' : 'transfer'
  return writeAgain(world, one, { tag, kind, wallet, confidential: true, to: null, units })
}

/**
 * The handle that a found confidential call left, asked anew and proven by its own input: the amount that a payment
 * is said to have moved stands for ever, and was noted on the word of one node. Null if the call reverted finally. Throws
 * `ChainUnavailable` while no node decides; a call that no node shows is sent again.
 */
export async function handleNow(world: World, one: Unattributed): Promise<Hex | null> {
  const { hash, raw, sender, does } = one
  const seen = await includedAt(world, hash)
  if (seen === undefined) await inclusionNow(world, one)
  else if (!seen.receipt.success && (await isFinal(world, seen))) return null
  else {
    const leg = { kind: does === 'unwrap' ? 'unwrap' : 'transfer', sender } as const
    const handle = await handleOfCall(world, { leg, raw, receipt: seen.receipt })
    if (handle !== undefined) return handle
  }
  throw new ChainUnavailable(`What ${hash} moved`)
}

import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../../chain/calls.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import type { LegKind } from '../../db/schema/payment-rows.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { errorWords } from '../../error-words.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { noteRedeem, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { forgetTag, listTagged } from '../../legs/reconciling/unattributed/tagged-store.ts'
import { readTag, type Tag } from '../../legs/tags/tag.ts'
import { findOwner, watchersOf } from '../../wallets/custodial-store.ts'
import { inBatches } from '../../world/in-batches.ts'
import type { World } from '../../world/world.ts'
import { findTransaction } from '../store.ts'
import { type Rebuilt, writeAgain } from './rebuild-row.ts'
import { burnedUnits } from './rewrite-redeem.ts'

/** A decryption takes seconds, or ends after half a minute. */
const AT_ONCE = 10

/** IDs of the payments that were written again, and of those that cannot be told yet. */
export type Rebuilding = { written: string[]; later: string[] }

/**
 * What a restored database does not know says by its tag which payment it is: that is written again under its own ID, and goes
 * on from there like any other. What cannot be told yet keeps nothing else waiting. Of all senders, or of some.
 */
export async function rebuild(world: World, senders?: readonly Address[]): Promise<Rebuilding> {
  const found = await listTagged(world.db, world.keys, senders)
  if (found.length === 0) return { written: [], later: [] }
  const told = world.memory.part('payments that wait', () => new Set<Hex>())
  const done: Rebuilding = { written: [], later: [] }
  // Calls first: what belongs to a payment finds it there.
  for (const isCall of [true, false]) {
    const some = found.filter((one) => (one.does !== null) === isCall)
    await inBatches(world, some, AT_ONCE, async (one) => {
      const outcome = await rebuildOne(world, one).catch((error: unknown) => {
        const reason = errorWords(error)
        if (!told.has(one.hash)) world.log.warn({ hash: one.hash, reason }, 'a payment cannot be written again yet')
        told.add(one.hash)
        return 'later' as const
      })
      if (outcome !== 'left') done[outcome].push(one.tagRow as string)
    })
  }
  return done
}

/** `left`: it is of a payment that is not known here, or finds it by itself. */
type Outcome = 'written' | 'left' | 'later'

async function rebuildOne(world: World, one: Unattributed): Promise<Outcome> {
  const call = world.chain.callIn(one.raw)
  const { sender, nonce } = one
  const tag = readTag(world.keys, { chainId: world.chain.chainId, sender, nonce }, call)
  if (tag === undefined) return giveUp(world, one)
  if ((await findTransaction(world.db, world.keys, tag.row)) !== undefined) return join(world, one, tag)
  const meaning = world.chain.calls.meaningOf(call)
  if (tag.role !== 'call' && tag.role !== 'cancellation') return 'left'
  const made = await paymentOf(world, one, tag, tag.role === 'call' ? meaning : undefined)
  if (made === 'left' || made === 'later') return made
  return (await writeAgain(world, one, made)) ? 'written' : 'later'
}

/** The payment is here already. What moves nothing is its own; a payout is taken by it once it looks for one. */
async function join(world: World, one: Unattributed, tag: Tag): Promise<Outcome> {
  if (one.does === null) {
    // In another block it may do what its bytes say.
    if (!one.isFinal) return 'later'
    await noteRedeem(world.db, one.hash, tag.row)
    return 'left'
  }
  return tag.role === 'settlement' ? 'left' : giveUp(world, one)
}

/** Its payment was made otherwise: what it did is looked at as of a transaction without a tag. */
async function giveUp(world: World, { hash, tagRow }: Unattributed): Promise<Outcome> {
  world.log.error({ transaction: tagRow, hash }, 'a transaction that was found is not what its payment was made by')
  await forgetTag(world.db, hash)
  return 'left'
}

/** Without the amount that it asked for where the chain does not show that: what reverted, or was cancelled, or had no cover. */
async function paymentOf(
  world: World,
  one: Unattributed,
  tag: Tag,
  meaning: Meaning | undefined,
): Promise<Rebuilt | 'left' | 'later'> {
  const to = meaning !== undefined && 'to' in meaning ? meaning.to : null
  const kind = kindOf(tag, meaning)
  const isToUnknownOperator =
    tag.type === 'REDEEM' && meaning?.does === 'hidden transfer' && !(await isOperator(world, to))
  // Who paid it out of that float is not known here.
  if (kind === undefined || isToUnknownOperator) return 'left'
  // Of a payout, or of what the faucet gave: its payment is another account's.
  if (tag.role === 'cancellation' && (await isOperator(world, one.sender))) return 'left'
  const wallet = tag.type === 'FUND' ? await ownerFunded(world, to) : await findOwner(world.db, one.sender)
  if (wallet === undefined) return 'left'
  // The chain does not show the token of a cancelled call: it is said to be the default one.
  const isHidden = meaning === undefined ? tag.type === 'TRANSFER' : meaning.does === 'hidden transfer'
  const confidential = tag.type === 'REDEEM' || isHidden
  const made = { tag, kind, wallet, confidential, to: tag.type === 'REDEEM' ? null : to }
  if (meaning !== undefined && 'units' in meaning) return { ...made, units: meaning.units }
  // What takes the place of a cancellation, or of what reverted, in another block may be the call itself.
  const units = one.handle === null ? 0n : await movedBy(world, one, tag, wallet.id)
  if (units > 0n) return { ...made, units }
  return one.isFinal ? { ...made, units: null } : 'later'
}

async function movedBy(world: World, one: Unattributed, { type }: Tag, walletId: string): Promise<bigint> {
  const handle = one.handle as Hex
  const units =
    type === 'REDEEM'
      ? await burnedUnits(world, one, walletId)
      : (await readPlaintexts(world, [handle], readerOf(world, walletId))).get(handle)
  if (units === undefined) throw new ConfidentialUnavailable('The moved amount is not known yet')
  return units
}

const isOperator = async (world: World, address: Address | null) =>
  address !== null && (await operatorAddresses(world)).includes(address)

/** Whose wallet the faucet gave to; undefined where several accounts watch that address, of which the chain names none. */
async function ownerFunded(world: World, to: Address | null) {
  const owners = to === null ? [] : await watchersOf(world.db, to)
  return owners.length === 1 ? owners[0] : undefined
}

/** Of the leg that moves value. An approval alone makes no payment: what it was for comes with its own. */
function kindOf({ type, role }: Tag, meaning: Meaning | undefined): LegKind | undefined {
  if (role === 'cancellation') return CANCELLED[type]
  switch (meaning?.does) {
    case 'fund':
    case 'wrap':
    case 'transfer':
    case 'unwrap':
      return meaning.does
    case 'hidden transfer':
      return 'transfer'
    default:
      return undefined
  }
}

/** What a cancelled call would have done is not on the chain; its leg counts as nothing else. */
const CANCELLED = { FUND: undefined, MINT: 'wrap', TRANSFER: 'transfer', REDEEM: 'unwrap' } as const

import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../../chain/calls.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import type { LegKind } from '../../db/schema/payment-rows.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { errorWords } from '../../error-words.ts'
import { isSignedHere } from '../../legs/attempts-store.ts'
import { kindOfCall } from '../../legs/kinds.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { listTagged } from '../../legs/reconciling/unattributed/lists-store.ts'
import { tagIn } from '../../legs/reconciling/unattributed/record.ts'
import { forgetTag, noteOwner, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { livingLegAt } from '../../legs/store.ts'
import type { Tag } from '../../legs/tags/tag.ts'
import { findOwner, type Owner, watchersOf } from '../../wallets/custodial-store.ts'
import type { Wallet } from '../../wallets/store.ts'
import { inBatches } from '../../world/in-batches.ts'
import type { World } from '../../world/world.ts'
import { isTerminal } from '../states.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { isCallOf } from './adopt-call.ts'
import { type Rebuilt, takeApproved, writeAgain } from './rebuild-row.ts'
import { ALTERED, burnedUnits, handleNow } from './rewrite-redeem.ts'

/** A decryption takes seconds, or ends after half a minute. */
const AT_ONCE = 10

/** The wallet of a request with an `Idempotency-Key`, and the ID that the key gives its payment. */
type Asked = { rowId: string; wallet: Pick<Wallet, 'id' | 'accountId' | 'address' | 'forRequest'> }

/** IDs of rebuilt payments, of payments that cannot be rebuilt yet, and of others that have to be looked at before. */
export type Rebuilding = { written: string[]; later: string[]; after: string[] }

/**
 * The tag of a forgotten transaction names its payment: the payment is written again under its own ID, and goes
 * on from there like any other. A transaction that cannot be decided yet keeps no other waiting. Of all senders, or of some.
 */
export async function rebuild(world: World, senders?: readonly Address[], asked?: Asked): Promise<Rebuilding> {
  const told = world.memory.part('payments that wait', () => new Set<Hex>())
  const done: Rebuilding = { written: [], later: [], after: [] }
  const found = await listTagged(world.db, world.keys, senders, ({ hash, tagRow }) => {
    // It is not made anew under its key.
    done.later.push(tagRow as string)
    if (!told.has(hash)) world.log.error({ hash, transaction: tagRow }, ALTERED)
    told.add(hash)
  })
  // Calls first: what belongs to a payment finds it there.
  for (const isCall of [true, false]) {
    const some = found.filter((one) => (one.does !== null) === isCall)
    const isDone = await inBatches(world, isCall ? firstOfEach(some) : some, AT_ONCE, async (one) => {
      const outcome = await rebuildOne(world, one, asked).catch((error: unknown) => {
        const reason = errorWords(error)
        if (!told.has(one.hash)) world.log.warn({ hash: one.hash, reason }, 'a payment cannot be written again yet')
        told.add(one.hash)
        return 'later' as const
      })
      if (outcome === 'left') return
      const isAfter = typeof outcome === 'object'
      if (isAfter) done.after.push(outcome.after)
      done[isAfter ? 'later' : outcome].push(one.tagRow as string)
    })
    if (!isDone) done.later.push(...some.map(({ tagRow }) => tagRow as string))
  }
  return done
}

/**
 * If several transactions name one payment, the first mined is the payment, so that every restore sees the same; the others
 * come later.
 */
function firstOfEach(finds: readonly Unattributed[]): Unattributed[] {
  const named = new Map(finds.toReversed().map((one) => [[one.tagRow, one.sender, one.does].join(), one]))
  return finds.filter((one) => named.get([one.tagRow, one.sender, one.does].join()) === one)
}

/** `left`: it is of a payment that is not known here, or finds it by itself. */
type Outcome = 'written' | 'left' | 'later' | { after: string }

async function rebuildOne(world: World, one: Unattributed, asked: Asked | undefined): Promise<Outcome> {
  const { sender, nonce, raw } = one
  const tag = tagIn(world, one)
  if (tag === undefined) return giveUp(world, one)
  const meaning = tag.role === 'call' ? world.chain.calls.meaningOf(world.chain.callIn(raw)) : undefined
  const row = await findTransaction(world.db, world.keys, tag.row)
  if (row !== undefined) return join(world, one, { tag, meaning, row })
  const made = await paymentOf(world, one, { tag, meaning, asked })
  if (made === 'left' || made === 'later') return made
  if (await writeAgain(world, one, made)) return 'written'
  // A leg that was signed at its nonce since is seen to be superseded once it is looked at.
  const inTheWay = await livingLegAt(world.db, world.keys, sender, nonce)
  return inTheWay === undefined ? 'later' : { after: inTheWay.transactionId }
}

/** `meaning`: of a call. */
type Joining = { tag: Tag; meaning: Meaning | undefined; row: Transaction }

/**
 * Handles a transaction whose payment is here already. A cancellation becomes its leg; a payout is adopted once the payment
 * looks for one.
 */
async function join(world: World, one: Unattributed, { tag, meaning, row }: Joining): Promise<Outcome> {
  const isOwn = await isSignedHere(world.db, one.hash)
  const kind = kindOf(tag, meaning)
  const isSameRequest = row.type === tag.type && row.requestDigest === tag.digest && row.fromAddress === one.sender
  // Approved after the backup that was restored: it waits for no approval any more, and is never paid again.
  if (row.state === 'waiting' && kind !== undefined && isSameRequest)
    return (await takeApproved(world, one, { tag, row, kind })) ? 'written' : 'later'
  if (one.does === null || isOwn) {
    // In another block it may do what its bytes say.
    if (!one.isFinal && !isOwn) return 'later'
    await noteOwner(world.db, one.hash, tag.row)
    return 'left'
  }
  if (isCallOf(row, tag) && !isTerminal(row)) {
    // Once the nonce that it was signed anew at is seen to be another one's, this is its call.
    return { after: row.id }
  }
  return tag.role === 'settlement' ? 'left' : giveUp(world, one)
}

/** Its payment was made by another call: this transaction is then treated as one without a tag. */
async function giveUp(world: World, { hash, tagRow }: Unattributed): Promise<Outcome> {
  world.log.error({ transaction: tagRow, hash }, 'a transaction that was found is not what its payment was made by')
  await forgetTag(world.db, hash)
  return 'left'
}

/** The payment, without its amount if the chain does not show it: after a revert, a cancellation, or for want of cover. */
async function paymentOf(
  world: World,
  one: Unattributed,
  { tag, meaning, asked }: { tag: Tag; meaning: Meaning | undefined; asked: Asked | undefined },
): Promise<Rebuilt | 'left' | 'later'> {
  // The operator's cancellation of a payout or of a gift belongs to another account's payment. In another block the call may be
  // mined after all.
  if (tag.role === 'cancellation' && (await isOperator(world, one.sender))) return one.isFinal ? 'left' : 'later'
  const to = meaning !== undefined && 'to' in meaning ? meaning.to : null
  const kind = kindOf(tag, meaning)
  const isToUnknownOperator =
    tag.type === 'REDEEM' && meaning?.does === 'hidden transfer' && !(await isOperator(world, to))
  // Who paid it out of that float is not known here.
  if (kind === undefined || isToUnknownOperator) return 'left'
  const wallet = tag.type === 'FUND' ? await ownerFunded(world, to, tag, asked) : await findOwner(world.db, one.sender)
  if (wallet === undefined) return 'left'
  // The chain does not show the token of a cancelled call: it is said to be the default one.
  const isHidden = meaning === undefined ? tag.type === 'TRANSFER' : meaning.does === 'hidden transfer'
  const confidential = tag.type === 'REDEEM' || isHidden
  const made = { tag, kind, wallet, confidential, to: tag.type === 'REDEEM' ? null : to }
  if (meaning !== undefined && 'units' in meaning) return { ...made, units: meaning.units }
  const units = meaning === undefined ? 0n : await movedBy(world, { ...one, does: meaning.does }, tag, wallet.id)
  if (units > 0n) return { ...made, units }
  // In another block the call itself may take the place of a cancellation or a revert.
  return one.isFinal ? { ...made, units: null } : 'later'
}

async function movedBy(world: World, one: Unattributed, { type }: Tag, walletId: string): Promise<bigint> {
  const units = type === 'REDEEM' ? await burnedUnits(world, one, walletId) : await transferred(world, one, walletId)
  if (units === undefined) throw new ConfidentialUnavailable('The moved amount is not known yet')
  return units
}

async function transferred(world: World, one: Unattributed, walletId: string): Promise<bigint | undefined> {
  const handle = await handleNow(world, one)
  if (handle === null) return 0n
  return (await readPlaintexts(world, [handle], readerOf(world, walletId))).get(handle)
}

const isOperator = async (world: World, address: Address | null) =>
  address !== null && (await operatorAddresses(world)).includes(address)

/**
 * The wallet that the faucet gave to. If several accounts have that address, the chain names none of them: it is the account
 * that asks again by its key; without a key, the account whose wallet has its own key here; else undefined.
 */
async function ownerFunded(
  world: World,
  to: Address | null,
  { row, digest }: Tag,
  asked: Asked | undefined,
): Promise<Owner | undefined> {
  if (to === null) return undefined
  if (asked?.rowId === row && asked.wallet.address === to)
    return { ...asked.wallet, forRequest: asked.wallet.forRequest ? 1 : 0 }
  const owners = await watchersOf(world.db, to)
  if (owners.length === 1) return owners[0]
  return digest === null ? findOwner(world.db, to) : undefined
}

/** Kind of the leg that moves value. An approval alone makes no payment: its call has a tag of its own. */
function kindOf({ type, role }: Tag, meaning: Meaning | undefined): LegKind | undefined {
  return role === 'cancellation' ? CANCELLED[type] : kindOfCall(meaning?.does)
}

/** Kinds of the legs of cancelled calls: the chain does not show what such a call would have done. */
const CANCELLED = { FUND: undefined, MINT: 'wrap', TRANSFER: 'transfer', REDEEM: 'unwrap' } as const

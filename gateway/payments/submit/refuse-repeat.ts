import type { Address, Hex } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Meaning } from '../../chain/calls.ts'
import type { Claim } from '../../idempotency/fingerprint.ts'
import { reconciling, requireNoncesKnown } from '../../legs/reconciling/account-for-nonces.ts'
import { isFreshlyRestored } from '../../legs/reconciling/restores-store.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { listUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { inclusionNow, rereadUnattributed } from '../../legs/reconciling/unattributed/reread.ts'
import { mayBeOlder } from '../../legs/tags/untagged.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from './draft.ts'

/**
 * Refuses a key that is used for the first time while an unattributed transaction may be its payment: by its tag, or since an
 * older version, which signed without tags, may have made it. The first is written again, or waits for its wallet; of the
 * second a person says that it is another one (`sotto owed --seen`).
 */
export async function requireNotPaid(world: World, { claim, sender, type, wallet }: Draft): Promise<void> {
  if (claim === undefined) return
  // The faucet may have paid by the key of another operator.
  const payers = type === 'FUND' ? await operatorAddresses(world) : [sender]
  for (const payer of payers) {
    if (payer !== sender) await requireLookedAt(world, payer)
    // A key stands for one wallet, so what the faucet gave to others is not its payment.
    await requireNotPaidBy(world, payer, claim, {
      calls: CALLS[type],
      to: type === 'FUND' ? wallet.address : undefined,
    })
  }
}

/** The key of a former operator signs nothing here any more: its transactions are looked for once. */
async function requireLookedAt(world: World, operator: Address): Promise<void> {
  const seen = world.memory.part('former operators looked at', () => new Set<Address>())
  if (seen.has(operator) && !(await isFreshlyRestored(world.db, world.clock.now()))) return
  await requireNoncesKnown(world, operator)
  seen.add(operator)
}

type Does = Meaning['does']

/** The calls of a payment type on chain. */
const CALLS: Record<CallType, readonly Does[]> = {
  FUND: ['fund'],
  MINT: ['wrap'],
  TRANSFER: ['transfer', 'hidden transfer'],
  REDEEM: ['unwrap', 'hidden transfer'],
}

type Alike = { calls: readonly Does[]; to: Address | undefined }

async function requireNotPaidBy(world: World, payer: Address, { rowId }: Claim, { calls, to }: Alike) {
  if (!(await rereadUnattributed(world, payer))) throw reconciling(payer)
  for (const one of await listUnattributed(world.db, world.keys, payer, { rowId, calls })) {
    if (one.tagRow === rowId) throw writtenSoon(one.hash)
    const isAlike = to === undefined || one.toAddress === to
    if (!isAlike || one.lookedAt !== null || !(await mayBeOlder(world, one))) continue
    const now = await inclusionNow(world, one)
    if (now === 'missing') throw reconciling(payer, one.hash)
    if (now === 'included') throw perhapsPaid(one.hash)
  }
}

function writtenSoon(hash: Hex): Refusal {
  const message =
    `This payment was mined as ${hash}, and its row is not there again yet: its wallet, or who was the operator then, is not ` +
    'known here ("sotto owed" lists it), or it is about to be written. Nothing was sent.'
  return new Refusal('reconciling', { message, headers: { 'retry-after': '2' } })
}

function perhapsPaid(hash: Hex): Refusal {
  const message =
    `This Idempotency-Key is not known here, and may be that of ${hash}, which a version before tags signed, and of which this ` +
    'gateway has no record (its data may be a restored backup). The server admin compares it, and ticks it off with ' +
    '"sotto owed --seen"; then this is another payment. Nothing was sent.'
  return new Refusal('idempotency_mismatch', { message, details: { txHash: hash } })
}

import type { Address, Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusals.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import type { Claim } from '../../idempotency/store.ts'
import { reconciling, requireCaughtUp } from '../../legs/reconciling/catch-up.ts'
import { isFreshlyRestored } from '../../legs/reconciling/restores-store.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { inclusionNow } from '../../legs/reconciling/unattributed/inclusion.ts'
import { rereadUnattributed } from '../../legs/reconciling/unattributed/reread.ts'
import { listUnattributed, type Unattributed } from '../../legs/reconciling/unattributed/unattributed-store.ts'
import { isSamePayment, type Payment } from '../../transactions/reconciling/same-payment.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from './draft.ts'

type Asked = Pick<Draft, 'claim' | 'wallet' | 'type' | 'units' | 'confidential' | 'to' | 'sender'>

/**
 * A restored database does not know the keys that came after the backup, and what older versions signed does not say whose it
 * is. A key that is used for the first time, for a payment equal in wallet, amount and receiver to one that was mined meanwhile, is refused with that transaction's hash:
 * now, at every repeat, and whatever other keys were refused with it. Only a key that names the hash asks for another
 * payment: who chose it knew of that one. While no node shows it the answer is `reconciling`: it may be mined again.
 */
export async function requireNotPaid(world: World, asked: Asked): Promise<void> {
  const { claim, sender, wallet } = asked
  if (claim === undefined) return
  const operators = await operatorAddresses(world)
  const payment = { ...asked, walletId: wallet.id, toAddress: asked.to }
  // The faucet may have paid by the key of another operator.
  const payers = asked.type === 'FUND' ? operators : [sender]
  for (const payer of payers) {
    if (payer !== sender) await requireLookedAt(world, payer)
    await requireNotPaidBy(world, payer, { claim, operators, payment })
  }
}

/** Nothing is signed here any more with the key of a former operator: what it has sent is found once. */
async function requireLookedAt(world: World, operator: Address): Promise<void> {
  const seen = world.memory.part('former operators looked at', () => new Set<Address>())
  if (seen.has(operator) && !(await isFreshlyRestored(world.db, world.clock.now()))) return
  await requireCaughtUp(world, operator)
  seen.add(operator)
}

type Question = { claim: Claim; operators: Address[]; payment: Payment }

async function requireNotPaidBy(world: World, payer: Address, { claim, operators, payment }: Question) {
  if (!(await rereadUnattributed(world, payer))) throw reconciling(payer)
  const found = await listUnattributed(world.db, world.keys, payer)
  const newestFirst = found.sort((a, b) => b.nonce - a.nonce)
  for (const one of newestFirst) {
    // What has a tag says whose it is. This payment is written again by then, and answers its own key; or that cannot be done yet.
    if (one.tagRow === claim.rowId) throw notThereYet(one.hash)
    if (one.tagRow !== null) continue
    if (!(await isSame(world, operators, payment, one))) continue
    // A key that names the newest was chosen after all that came before it.
    if (claim.named.includes(one.hash)) return
    const seen = await inclusionNow(world, one)
    if (seen === 'missing') throw reconciling(one.sender, one.hash)
    if (seen === 'included') throw alreadyPaid(one.hash)
  }
}

async function isSame(world: World, operators: Address[], payment: Payment, one: Unattributed): Promise<boolean> {
  try {
    return await isSamePayment(world, operators, payment, one)
  } catch (error) {
    // Whether this was paid already cannot be told now: it is asked again rather than paid twice.
    if (error instanceof ConfidentialUnavailable) throw reconciling(one.sender)
    throw error
  }
}

function notThereYet(hash: Hex): Refusal {
  const message =
    `This payment was mined as ${hash}, and its row is not there again yet: its wallet, or who was the operator then, is not ` +
    'known here ("sotto owed" lists it), or it is about to be written. Nothing was sent.'
  return new Refusal('reconciling', { message, headers: { 'retry-after': '2' } })
}

function alreadyPaid(hash: Hex): Refusal {
  return new Refusal('idempotency_mismatch', {
    message:
      `This Idempotency-Key is not known here, and a payment of the same amount from this wallet to the same receiver was ` +
      `mined as ${hash}, of which this gateway has no record (its data may be a restored backup). If this is another ` +
      'payment, send it with a new key that contains that hash.',
    details: { txHash: hash },
  })
}

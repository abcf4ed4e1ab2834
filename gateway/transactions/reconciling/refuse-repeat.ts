import type { Address, Hex } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusals.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { readPlaintexts, remembered } from '../../decryption/read-plaintexts.ts'
import { reconciling } from '../../legs/reconciling/catch-up.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { claimUnattributed, listUnattributed, type Unattributed } from '../../legs/reconciling/unattributed-store.ts'
import { whereabouts } from '../../legs/reconciling/whereabouts.ts'
import { signerOf } from '../../wallets/own-wallet.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from '../submit/draft.ts'

type Payment = Pick<Draft, 'claim' | 'wallet' | 'type' | 'units' | 'confidential' | 'to' | 'sender'>

/**
 * A restored database does not know the keys that came after the backup. A key that is used for the first time, for a
 * payment equal in wallet, amount and receiver to one that was mined meanwhile, is refused with that transaction's hash,
 * now and at every repeat. One mined transaction answers one key. While no node shows it the answer is `reconciling`: it
 * may be mined again.
 */
export async function requireNotPaid(world: World, payment: Payment): Promise<void> {
  if (payment.claim === undefined) return
  const { keyHash } = payment.claim
  const operators = await operatorAddresses(world)
  for (const one of await listUnattributed(world.db, world.keys, payment.sender)) {
    if (one.claimedBy !== null && one.claimedBy !== keyHash) continue
    if (!isAlike(operators, payment, one) || !(await isEqual(world, payment, one))) continue
    const where = await whereabouts(world, one)
    if (where === 'unknown') throw reconciling(one.sender, one.hash)
    if (where === 'gone') continue
    if (await claimUnattributed(world.db, one.hash, keyHash)) throw alreadyPaid(one.hash)
  }
}

function alreadyPaid(hash: Hex): Refusal {
  return new Refusal('idempotency_mismatch', {
    message:
      `This Idempotency-Key is not known here, and a payment of the same amount from this wallet to the same receiver was ` +
      `mined as ${hash}, of which this gateway has no record (its data may be a restored backup). If this is another ` +
      'payment, send it with a new key.',
    details: { txHash: hash },
  })
}

/** The same kind of call to the same receiver. */
function isAlike(operators: Address[], payment: Payment, one: Unattributed): boolean {
  const { type, wallet, confidential, to } = payment
  const receiver = one.toAddress
  switch (type) {
    case 'FUND':
      return one.does === 'fund' && receiver === wallet.address
    case 'MINT':
      return one.does === 'wrap'
    case 'TRANSFER':
      return one.does === (confidential ? 'hidden transfer' : 'transfer') && receiver === to
    case 'REDEEM':
      return (
        one.does === 'unwrap' || (one.does === 'hidden transfer' && receiver !== null && operators.includes(receiver))
      )
  }
}

/** Whether the amount is the same: what really moved, which the sender of a confidential amount may decrypt. */
async function isEqual(world: World, { units, wallet, sender }: Payment, one: Unattributed): Promise<boolean> {
  if (one.units !== null) return one.units === units
  return one.handle !== null && (await movedBehind(world, one.handle, wallet.id, one, sender)) === units
}

async function movedBehind(world: World, handle: Hex, walletId: string, one: Unattributed, sender: Hex) {
  try {
    if (one.does === 'unwrap') {
      const known = (await remembered(world, [handle], walletId)).get(handle)
      if (known !== undefined) return known
      const published = await world.chain.confidential.publicDecrypt(handle)
      if (published === undefined) throw reconciling(sender)
      return published.units
    }
    return (await readPlaintexts(world, [handle], { walletId, unseal: () => signerOf(world, walletId) })).get(handle)
  } catch (error) {
    // Whether this was paid already cannot be told now: it is asked again rather than paid twice.
    if (error instanceof ConfidentialUnavailable) throw reconciling(sender)
    throw error
  }
}

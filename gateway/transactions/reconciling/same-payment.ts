import type { Address, Hex } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { readPlaintexts, remembered } from '../../decryption/read-plaintexts.ts'
import { catchUp } from '../../legs/reconciling/catch-up.ts'
import { findUnattributed, type Unattributed } from '../../legs/reconciling/finds/unattributed-store.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import type { Leg } from '../../legs/store.ts'
import { signerOf } from '../../wallets/own-wallet.ts'
import type { World } from '../../world/world.ts'
import { factOf, type LegFact } from '../settle/decide.ts'
import type { Transaction } from '../store.ts'
import { adoptCall } from './adopt-call.ts'

/** What makes two payments equal: kind, wallet, receiver and amount. The receiver counts of a transfer and of the faucet. */
export type Payment = Pick<Transaction, 'type' | 'walletId' | 'units' | 'confidential' | 'toAddress'>

/**
 * Whether a transaction that was found on chain is equal to a payment. Throws `ConfidentialUnavailable` where what it moved
 * cannot be told now.
 */
export async function isSamePayment(
  world: World,
  operators: readonly Address[],
  payment: Payment,
  one: Unattributed,
): Promise<boolean> {
  if (!isAlike(operators, payment, one)) return false
  if (one.units !== null) return one.units === payment.units
  const moved = one.handle === null ? undefined : await movedBehind(world, one.handle, payment.walletId, one)
  // It reverted, or moved nothing, in a block that may be taken back: in another one it may have cover.
  const isNothing = moved === undefined || moved === 0n
  if (isNothing && !one.isFinal) throw new ConfidentialUnavailable('What was found on chain is not deep enough yet')
  return moved === payment.units
}

/** The same kind of call to the same receiver. */
function isAlike(
  operators: readonly Address[],
  { type, confidential, toAddress: to }: Payment,
  one: Unattributed,
): boolean {
  const receiver = one.toAddress
  switch (type) {
    case 'FUND':
      return one.does === 'fund' && receiver === to
    case 'MINT':
      return one.does === 'wrap'
    case 'TRANSFER':
      return one.does === (confidential ? 'hidden transfer' : 'transfer') && receiver === to
    case 'REDEEM':
      return (
        one.does === 'unwrap' || (one.does === 'hidden transfer' && receiver !== null && operators.includes(receiver))
      )
    default:
      return false
  }
}

/** What really moved, which the sender of a confidential amount may decrypt. */
export async function movedBehind(world: World, handle: Hex, walletId: string, { does }: Unattributed) {
  if (does === 'unwrap') {
    const known = (await remembered(world, [handle], walletId)).get(handle)
    if (known !== undefined) return known
    const published = await world.chain.confidential.publicDecrypt(handle)
    if (published === undefined) throw new ConfidentialUnavailable('What was burned is not published yet')
    return published.units
  }
  return (await readPlaintexts(world, [handle], { walletId, unseal: () => signerOf(world, walletId) })).get(handle)
}

/**
 * How far the first leg of a payment has come. Where its nonce was used by a payment that is equal to it, that is most likely
 * this one, made before a backup was restored by a version that signed without tags: who reads that this one failed must not
 * make it once more.
 */
export async function firstFact(world: World, transaction: Transaction, first: Leg): Promise<LegFact> {
  if (first.state !== 'superseded' || first.minedHash === null) return factOf(first)
  // Until all that its sender has sent is known, it may be among that.
  const isKnown = transaction.requestDigest === null || (await catchUp(world, first.sender))
  if (!isKnown || (await adoptCall(world, transaction, first))) return { is: 'open' }
  const rival = await findUnattributed(world.db, world.keys, first.minedHash)
  if (rival === undefined) return factOf(first)
  if (!(await isSamePayment(world, await operatorAddresses(world), transaction, rival))) return factOf(first)
  const reason =
    `Its nonce was used by ${rival.hash}, a payment of the same amount to the same receiver, of which this gateway had no ` +
    'record (its data may be a restored backup). Most likely that is this payment. This call moved nothing besides.'
  return { is: 'failed', reason }
}

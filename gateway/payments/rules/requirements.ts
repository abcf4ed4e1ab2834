import type { Signer } from '../../chain/port.ts'
import type { Reading } from '../../legs/reading.ts'
import { gasReserved } from '../../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../../transactions/payouts/operator-reserve-store.ts'
import type { World } from '../../world/world.ts'
import { requireStillAsked } from '../pay-request.ts'
import type { Draft, Outlook } from '../submit/draft.ts'
import { requireConfidentialCover, requirePublicCover } from './cover.ts'
import { gasToGive } from './faucet-gas.ts'
import { requireGrant } from './faucet-grants.ts'
import { requireGasNeeded, requireNoGiftSince } from './gas-gift.ts'
import type { Grant } from './grants-store.ts'
import { type Cover, isStillCovered, requirePayoutCover } from './operator-cover.ts'

/** The faucet's grants, or the operator's cover that a redeem rests on. */
export type Decision = { grant?: Grant; cover?: Cover }

/**
 * Throws the refusal that the sender's money calls for. Asked while no other payment can spend from the sender, and before an
 * encryption that is costly, so that a hopeless call costs nothing.
 */
export async function decide(world: World, draft: Draft, outlook: Outlook): Promise<Decision> {
  const { wallet, units } = draft
  switch (draft.type) {
    case 'FUND':
      return { grant: await grantFor(world, draft, outlook) }
    case 'MINT':
      requirePublicCover(world, outlook.spendable, units)
      return {}
    case 'TRANSFER':
      if (draft.confidential) await requireConfidentialCover(world, wallet, outlook.spendable, units)
      else requirePublicCover(world, outlook.spendable, units)
      return {}
    case 'REDEEM':
      await requireConfidentialCover(world, wallet, outlook.spendable, units)
      return { cover: await requirePayoutCover(world, outlook, units) }
  }
}

async function grantFor(world: World, { wallet, units, givenBefore }: Draft, { reading }: Outlook): Promise<Grant> {
  const wei = await gasToGive(world, wallet, reading)
  if (givenBefore !== undefined) {
    requireGasNeeded(wei)
    await requireNoGiftSince(world.db, wallet.id, givenBefore)
  }
  const grant = { accountId: wallet.accountId, units, wei }
  await requireGrant(world, grant)
  return grant
}

/**
 * Whether a decision still holds, by the database alone: asked in the database transaction that stores the payment, of what is
 * promised to several senders. Where it does not, the payment is decided on again.
 */
export async function isStillGood(books: World, draft: Draft, { cover }: Decision): Promise<boolean> {
  if (draft.requestId !== undefined) await requireStillAsked(books, draft.requestId, draft.units)
  const { givenBefore, wallet, units } = draft
  if (givenBefore !== undefined) await requireNoGiftSince(books.db, wallet.id, givenBefore)
  return cover === undefined || isStillCovered(books, cover, units)
}

/**
 * Wei that the sender must have left after this payment: the operator's gas for promised payouts, and for one more where the
 * operator itself redeems.
 */
export async function gasKept(
  books: Pick<World, 'db' | 'keys'>,
  { type, sender }: Draft,
  operator: Signer | undefined,
  { fees }: Reading,
): Promise<bigint> {
  if (type === 'FUND') return gasReserved(await operatorReserved(books), fees.maxFee)
  if (type === 'REDEEM' && sender === operator?.address)
    return gasReserved(await operatorReserved(books), fees.maxFee, 1n)
  return 0n
}

import type { Address } from '#shared/model/ids.ts'
import { atomically, type Db, isDuplicate } from '../../db/database.ts'
import { readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { rememberDecrypted } from '../../decryption/remember.ts'
import { insertAttempt } from '../../legs/attempts.ts'
import { listStrangers, noteRedeem, type Unattributed } from '../../legs/reconciling/unattributed.ts'
import { insertLeg } from '../../legs/store.ts'
import { signerOf } from '../../wallets/own-wallet.ts'
import type { World } from '../../world/world.ts'
import { insertTransaction } from '../write-store.ts'

/**
 * What was burned is owed, also where a restored database does not know the redeem: a burn of a wallet of this gateway that
 * belongs to no payment is written down as a redeem again, and goes on from there like any other. True once none is left
 * of which that could not be told yet.
 */
export async function rewriteRedeems(world: World): Promise<boolean> {
  let whole = true
  for (const one of await listStrangers(world.db, world.keys)) {
    if (!isBurn(world, one)) continue
    const wallet = await walletOf(world, one.sender)
    if (wallet === undefined) continue
    const units = await burnedUnits(world, one, wallet.id)
    if (units === undefined) whole = false
    else if (units > 0n) await rewrite(world, one, wallet, units)
  }
  return whole
}

/** Redeems that were written down anew: their accounts do not know their IDs. */
export async function rewrittenIds(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unattributed')
    .select('transaction_id')
    .where('transaction_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ transaction_id: id }) => id ?? []))
}

/** A confidential transfer to the operator is one only where redeems are paid from the float. */
function isBurn({ config, chain }: World, { does, to_address: to, handle }: Unattributed): boolean {
  if (handle === null) return false
  const intoFloat = config.SOTTO_REDEEM_MODE === 'float' && does === 'hidden transfer' && to === chain.operator?.address
  return does === 'unwrap' || intoFloat
}

type Owner = { id: string; account_id: string }

function walletOf({ db }: World, address: Address): Promise<Owner | undefined> {
  return db
    .selectFrom('wallets')
    .select(['id', 'account_id'])
    .where('address', '=', address)
    .where('type', '=', 'CUSTODIAL')
    .executeTakeFirst()
}

async function burnedUnits(world: World, { does, handle }: Unattributed, walletId: string) {
  if (handle === null) return undefined
  if (does === 'hidden transfer')
    return (await readPlaintexts(world, [handle], { walletId, unseal: () => signerOf(world, walletId) })).get(handle)
  const published = await world.chain.confidential.publicDecrypt(handle)
  if (published !== undefined) await rememberDecrypted(world, walletId, new Map([[handle, published.units]]))
  return published?.units
}

async function rewrite(world: World, one: Unattributed, wallet: Owner, units: bigint): Promise<void> {
  const id = world.newId()
  const now = world.clock.now()
  const { hash, raw } = one
  const work = atomically(world.db, async (db) => {
    await insertTransaction(db, world.keys, {
      id,
      accountId: wallet.account_id,
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
      signedBlock: one.block_number,
      now,
    })
    const fees = { maxFee: BigInt(one.max_fee), priorityFee: BigInt(one.priority_fee) }
    await insertAttempt(db, world.keys, { hash, legId, kind: 'call', raw, ...fees, signedBlock: one.block_number, now })
    await noteRedeem(db, hash, id)
  })
  await work.catch((error: unknown) => {
    // Another process has written it.
    if (!isDuplicate(error)) throw error
  })
  world.log.warn({ transaction: id, hash }, 'a burn that this database did not know is a redeem again')
}

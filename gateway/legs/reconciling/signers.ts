import type { Address } from '#shared/model/ids.ts'
import { custodialAddresses } from '../../wallets/custodial-store.ts'
import type { World } from '../../world/world.ts'
import { forgetReplaced, noteReplaced, senderState, signersBesideWallets } from './senders-store.ts'

/**
 * The operator now, and every one before, whether or not it had anything to sign. Looked up once: while this process runs no
 * other key becomes the operator's.
 */
export async function operatorAddresses(world: World): Promise<Address[]> {
  const known = world.memory.part('operators', () => ({ before: undefined as Promise<Address[]> | undefined }))
  known.before ??= formerOperators(world)
  const before = await known.before.catch((error: unknown) => {
    known.before = undefined
    throw error
  })
  const now = world.chain.operator?.address
  return [...new Set([...(now === undefined ? [] : [now]), ...before])]
}

async function formerOperators({ db, chain }: World): Promise<Address[]> {
  const now = chain.operator?.address
  return [...(now === undefined ? [] : [now]), ...(await signersBesideWallets(db))]
}

/** Whether an address was the operator's once and is not now. */
export async function isFormerOperator(world: World, address: Address): Promise<boolean> {
  return address !== world.chain.operator?.address && (await operatorAddresses(world)).includes(address)
}

/**
 * Notes of each former operator until when it was the operator, as this gateway knows it: until a gateway first starts with
 * another key. From then on the key may be in other hands, and its transactions are no payments of this gateway. For a restored
 * database that knew it as the operator, this moment is the start after the restore. True once all are noted.
 */
export async function noteFormerOperators(world: World): Promise<boolean> {
  const now = world.chain.operator?.address
  const noted = world.memory.part('former operators noted', () => new Set<Address>())
  if (now === undefined || noted.has(now)) return true
  await forgetReplaced(world.db, now)
  for (const address of await operatorAddresses(world)) {
    if (address === now || (await senderState(world.db, address)).replacedAt !== null) continue
    const { number: block } = await world.chain.head()
    await noteReplaced(world.db, address, { block, nonce: await world.chain.nonce(address, block) })
  }
  noted.add(now)
  return true
}

/** Every address whose nonces this gateway gives out, or once did. */
export async function allSigners(world: World): Promise<Address[]> {
  return [...new Set([...(await operatorAddresses(world)), ...(await custodialAddresses(world.db))])]
}

import type { Address } from '#shared/model/ids.ts'
import { custodialAddresses } from '../../wallets/custodial-store.ts'
import type { World } from '../../world/world.ts'
import { operatorKinds } from '../kinds.ts'
import { sendersOf } from '../store.ts'
import { sendersBesideWallets } from './senders-store.ts'

/**
 * The operator now, and every one before: who has signed here, and who was one and had nothing to sign yet. Looked up once: while this process runs no other key
 * becomes the operator's.
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
  return [
    ...(now === undefined ? [] : [now]),
    ...(await sendersOf(db, operatorKinds)),
    ...(await sendersBesideWallets(db)),
  ]
}

/** Whether an address was the operator's once and is not now. */
export async function isFormerOperator(world: World, address: Address): Promise<boolean> {
  return address !== world.chain.operator?.address && (await operatorAddresses(world)).includes(address)
}

/** Every address whose nonces this gateway gives out, or once did. */
export async function allSigners(world: World): Promise<Address[]> {
  return [...new Set([...(await operatorAddresses(world)), ...(await custodialAddresses(world.db))])]
}

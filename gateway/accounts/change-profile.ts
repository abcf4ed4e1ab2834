import type { World } from '../world/world.ts'
import { type Account, findAccount, updateProfile } from './store.ts'

export type Profile = { name?: string | undefined; company?: string | undefined }

/** Changes what is given of an account's name and company. Undefined where the account is gone. */
export async function changeProfile(
  world: World,
  id: string,
  { name, company }: Profile,
): Promise<Account | undefined> {
  await updateProfile(world.db, id, {
    ...(name === undefined ? {} : { name }),
    ...(company === undefined ? {} : { company }),
  })
  return findAccount(world.db, world.keys, id)
}

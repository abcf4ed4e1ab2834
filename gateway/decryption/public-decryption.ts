import type { Hex } from '#shared/model/ids.ts'
import type { Published } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { rememberDecrypted } from './remember.ts'

/** What was burned, as the KMS publishes it with its proof; undefined while it has not. */
export type Publication = () => Promise<Published | undefined>

/** The public decryption of a burned amount takes seconds: a look asks for it once. */
export function publicationOf(world: World, { walletId }: { walletId: string }, handle: Hex | null): Publication {
  let asked: Promise<Published | undefined> | undefined
  return () => {
    asked ??= handle === null ? Promise.resolve(undefined) : publish(world, walletId, handle)
    return asked
  }
}

async function publish(world: World, walletId: string, handle: Hex): Promise<Published | undefined> {
  const published = await world.chain.confidential.publicDecrypt(handle)
  if (published !== undefined) await rememberDecrypted(world, walletId, new Map([[handle, published.units]]))
  return published
}

import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import type { Signer } from '../chain/port.ts'
import { openUnits, sealUnits } from '../crypto/amounts.ts'
import type { World } from '../world.ts'

const placeOf = (handle: Hex) => ({ table: 'plaintexts', column: 'amount', row: handle })

/**
 * What handles stand for, in units. A handle is immutable, so what was decrypted once is remembered, sealed, for ever;
 * only new ones are asked for. The zero handle is a balance that was never written. Throws `ConfidentialUnavailable`.
 */
export async function readPlaintexts(
  world: World,
  handles: Hex[],
  signer: () => Promise<Signer>,
): Promise<Map<Hex, bigint>> {
  const known = await remembered(world, handles)
  const missing = handles.filter((handle) => !known.has(handle))
  if (missing.length === 0) return known
  return world.locks.run(`plaintexts:${missing[0]}`, async () => {
    const meanwhile = await remembered(world, handles)
    const still = handles.filter((handle) => !meanwhile.has(handle))
    if (still.length === 0) return meanwhile
    const decrypted = await world.chain.confidential.decrypt(await signer(), still)
    for (const [handle, units] of decrypted) await remember(world, handle, units)
    return new Map([...meanwhile, ...decrypted])
  })
}

/** Keeps a plaintext that came from elsewhere: a public decryption. */
export async function remember(world: World, handle: Hex, units: bigint): Promise<void> {
  const amount = sealUnits(world.keys, placeOf(handle), units)
  await world.db
    .insertInto('plaintexts')
    .values({ handle, amount, created_at: world.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those that need no decryption. */
export async function remembered(world: World, handles: Hex[]): Promise<Map<Hex, bigint>> {
  const known = new Map<Hex, bigint>()
  const real = handles.filter((handle) => handle !== ZERO_HANDLE)
  if (real.length < handles.length) known.set(ZERO_HANDLE as Hex, 0n)
  if (real.length === 0) return known
  const rows = await world.db
    .selectFrom('plaintexts')
    .select(['handle', 'amount'])
    .where('handle', 'in', real)
    .execute()
  for (const row of rows) known.set(row.handle, openUnits(world.keys, placeOf(row.handle), row.amount))
  return known
}

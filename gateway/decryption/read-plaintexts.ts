import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import type { Signer } from '../chain/port.ts'
import { openUnits, sealUnits } from '../crypto/amounts.ts'
import { writeIfPossible } from '../db/database.ts'
import type { World } from '../world/world.ts'

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
  // Whoever wants the same shares the attempt, and its failure: a queue of attempts would only grow.
  const ask = () => decryptAndRemember(world, missing, signer)
  return new Map([...known, ...(await world.singleFlight.run('decrypt', missing.join(), ask))])
}

async function decryptAndRemember(
  world: World,
  handles: Hex[],
  signer: () => Promise<Signer>,
): Promise<Map<Hex, bigint>> {
  const decrypted = await world.chain.confidential.decrypt(await signer(), handles)
  for (const [handle, units] of decrypted) await remember(world, handle, units)
  return decrypted
}

/** Keeps a plaintext that came from elsewhere: a public decryption. */
export async function remember(world: World, handle: Hex, units: bigint): Promise<void> {
  const amount = sealUnits(world.keys, placeOf(handle), units)
  const insert = world.db
    .insertInto('plaintexts')
    .values({ handle, amount, created_at: world.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
  await writeIfPossible(insert.execute())
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

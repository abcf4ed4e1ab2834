import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import type { Signer } from '../chain/port.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { noteBelieved } from './check-derived.ts'
import { decryptionsUnderway } from './decryptions-underway.ts'
import { deriveFurther } from './derive.ts'
import { deriveNewest } from './derive-newest.ts'
import { rememberDecrypted } from './remember.ts'
import { findMistrusted, findPlaintexts, type Plaintext } from './store.ts'

/** For whom amounts are read. */
export type Reader = {
  /** Null for the operator, which is no wallet of this gateway. */
  walletId: string | null
  /** The key of the wallet itself. */
  unseal(): Promise<Signer>
  /** Who asks the KMS in its place, such as the operator for what arrived in the float. */
  by?: Signer
}

export function readerOf(world: World, walletId: string): Reader {
  return { walletId, unseal: () => signerOf(world, walletId) }
}

/** Whether a derived amount is accepted, or only a decrypted one. */
export type AcceptedAmounts = 'anything known' | 'decrypted'

/**
 * What handles stand for, in units. A handle is immutable, so its amount, once derived or decrypted, is remembered, sealed,
 * for ever; only what neither is nor can be derived is decrypted. The zero handle is a balance that was never written.
 * Throws `ConfidentialUnavailable`.
 */
export async function readPlaintexts(
  world: World,
  handles: Hex[],
  reader: Reader,
  accepts: AcceptedAmounts = 'anything known',
): Promise<Map<Hex, bigint>> {
  const known = await acceptedPlaintexts(world, handles, reader.walletId, accepts)
  const missingNow = () => handles.filter((handle) => !known.has(handle))
  if (
    missingNow().length > 0 &&
    accepts !== 'decrypted' &&
    (await deriveNewest(world, reader.walletId, missingNow()))
  ) {
    for (const [handle, found] of await acceptedPlaintexts(world, missingNow(), reader.walletId, accepts)) {
      known.set(handle, found)
    }
  }
  noteBelieved(world, reader, known)
  const units = unitsIn(known)
  const missing = missingNow()
  if (missing.length === 0) return units
  // Anyone who wants the same shares the attempt, and its failure: a queue of attempts would only grow.
  const ask = () => openPlaintexts(world, missing, reader)
  return new Map([...units, ...(await world.singleFlight.run('decrypt', missing.join(), ask))])
}

/** What the KMS says now, whatever is known. Throws `ConfidentialUnavailable`. */
export async function openPlaintexts(world: World, handles: Hex[], reader: Reader): Promise<Map<Hex, bigint>> {
  const signer = reader.by ?? (await reader.unseal())
  const decrypted = await decryptionsUnderway(world).count(() => world.chain.confidential.decrypt(signer, handles))
  await rememberDecrypted(world, reader.walletId, decrypted)
  await deriveFurther(world, reader.walletId, decrypted)
  return decrypted
}

/** Those that need no decryption. */
export async function remembered(
  world: World,
  handles: Hex[],
  walletId: string | null,
  accepts: AcceptedAmounts = 'anything known',
): Promise<Map<Hex, bigint>> {
  const known = await acceptedPlaintexts(world, handles, walletId, accepts)
  if (walletId !== null) noteBelieved(world, readerOf(world, walletId), known)
  return unitsIn(known)
}

/** The same of many wallets in two statements: the accepted amount of its handle, by wallet. */
export async function rememberedOfEach(
  world: World,
  wanted: readonly { walletId: string; handle: Hex }[],
): Promise<Map<string, bigint>> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return new Map()
  const handles = [...new Set(wanted.map(({ handle }) => handle))]
  const [found, mistrusted] = await Promise.all([
    findPlaintexts(world.db, world.keys, handles),
    findMistrusted(world.db),
  ])
  const units = new Map<string, bigint>()
  for (const { walletId, handle } of wanted) {
    const plaintext = found.get(handle)
    if (plaintext === undefined || (plaintext.origin !== 'decrypted' && mistrusted.has(walletId))) continue
    noteBelieved(world, readerOf(world, walletId), new Map([[handle, plaintext]]))
    units.set(walletId, plaintext.units)
  }
  return units
}

const unitsIn = (known: ReadonlyMap<Hex, Plaintext>) =>
  new Map([...known].map(([handle, { units }]) => [handle, units]))

/** Known amounts that the caller accepts. A wallet with one wrong derived amount gets no derived one. */
async function acceptedPlaintexts(world: World, handles: Hex[], walletId: string | null, accepts: AcceptedAmounts) {
  const real = handles.filter((handle) => handle !== ZERO_HANDLE)
  const found = await findPlaintexts(world.db, world.keys, real, walletId)
  const isDerivedEnough = world.config.SOTTO_AMOUNTS === 'derived' && accepts !== 'decrypted'
  for (const [handle, { origin, mistrusted }] of found) {
    if (origin !== 'decrypted' && (mistrusted || !isDerivedEnough)) found.delete(handle)
  }
  if (real.length < handles.length) found.set(ZERO_HANDLE as Hex, { units: 0n, origin: 'own', mistrusted: false })
  return found
}

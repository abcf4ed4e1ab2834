import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Address } from '#shared/model/ids.ts'
import { walletKeys } from '../chain/live/wallet-keys.ts'
import type { PrivateKey, Signer } from '../chain/port.ts'
import { atomically } from '../db/database.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { type DerivedWallet, deriveWallet } from '../wallets/derive-wallet.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { findWallets } from './keep-finding.ts'
import { beginSearches } from './searches-store.ts'

// What tests of lost wallets begin with: an account, and a database that forgets what came after its backup.

export type Stage = { world: TestWorld; bob: Tester }

export async function openStage(): Promise<Stage> {
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' })
  deriveCheaply(world)
  // A test that waits for a search waits in real time, and long enough for a busy machine.
  const { sleep } = world.clock
  world.clock.sleep = (ms, signal) =>
    signal === undefined || signal === world.closing || signal === world.drained
      ? sleep(ms, signal)
      : setTimeout(20 * ms, undefined, { signal }).catch(() => {})
  return { world, bob: await createTester(world) }
}

/** Of a thousand wallets the keys take a second: here an address is a hash. */
export function deriveCheaply({ chain }: TestWorld): void {
  Object.assign(chain, { wallets: { ...walletKeys, derive: cheaply } })
}

function cheaply(bytes: Uint8Array): Signer {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { key: `0x${hash}` as PrivateKey, address: walletKeys.checksum(`0x${hash.slice(0, 40)}`) as Address }
}

/** So many new custodial wallets. */
export async function make({ bob }: Stage, count: number): Promise<{ id: string; address: string }[]> {
  const made = []
  for (let each = 0; each < count; each++) made.push((await bob.api.createWallet({ type: 'custodial' })).wallet)
  return made
}

/** What wallets and indexes there are, to be put back later as a restore does. */
export async function backUp({ world }: Stage): Promise<() => Promise<void>> {
  const [wallets, indexes] = [
    await world.db.selectFrom('wallets').select('id').execute(),
    await world.db.selectFrom('walletIndexes').selectAll().execute(),
  ]
  const ids = wallets.map(({ id }) => id)
  const madeAfter = world.clock.now()
  return () =>
    atomically(world.db, async (trx) => {
      await trx
        .deleteFrom('wallets')
        .where('id', 'not in', ['none', ...ids])
        .execute()
      await trx.deleteFrom('walletIndexes').execute()
      for (const row of indexes) await trx.insertInto('walletIndexes').values(row).execute()
      await beginSearches(trx, { is: 'restored', madeAfter })
    })
}

/** A gateway that was started anew finds what it can. */
export async function findAnew({ world }: Stage): Promise<void> {
  await findWallets({ ...world, memory: createMemory(), singleFlight: createSingleFlight() })
}

/** The wallet of an account at an index of the first seed. */
export function walletAt({ world, bob }: Stage, index: number, accountId = bob.accountId): DerivedWallet {
  return deriveWallet(world, { accountId, generation: 1, index })
}

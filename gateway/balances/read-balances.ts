import type { WalletBalances } from '#shared/model/balances.ts'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusal.ts'
import { ConfidentialUnavailable, type WalletReading } from '../chain/port.ts'
import { readerOf, readPlaintexts, rememberedOfEach } from '../decryption/read-plaintexts.ts'
import type { Wallet } from '../wallets/store.ts'
import { walletAnswer } from '../wallets/wallet-answer.ts'
import type { World } from '../world/world.ts'
import { readObservers } from './observers.ts'

/** How long a read waits for decryptions before it answers with what it knows. */
const PATIENCE_MS = 20_000
/** Decryptions asked for at a time. */
const AT_ONCE = 8

/**
 * The balance triples of wallets: one call to the chain for all of them, one look for what their handles stand for, and only
 * a handle that is new is derived or decrypted. Throws `not_found` where there are no wallets.
 */
export async function readBalances(world: World, wallets: Wallet[]): Promise<WalletBalances[]> {
  if (wallets.length === 0) throw new Refusal('not_found', { message: 'This account has no wallet yet.' })
  const [readings, observers] = await Promise.all([
    world.chain.readWallets(wallets.map((wallet) => wallet.address)),
    readObservers(world),
  ])
  const pairs = wallets.map((wallet, index) => ({ wallet, reading: readings[index] as WalletReading }))
  const own = pairs.filter(({ wallet, reading }) => wallet.type === 'CUSTODIAL' && reading.handle !== ZERO_HANDLE)
  const wanted = own.map(({ wallet, reading }) => ({ walletId: wallet.id, handle: reading.handle }))
  const amounts = new Map<string, bigint | null>(wanted.length === 0 ? [] : await rememberedOfEach(world, wanted))

  const unknown = own.filter(({ wallet }) => !amounts.has(wallet.id))
  // Each read begins with others: none may wait for those that are never answered.
  const turn = turnOf(world, wallets[0]?.accountId ?? '', unknown.length)
  const missing = [...unknown.slice(turn), ...unknown.slice(0, turn)]
  const deadline = world.clock.elapsed() + PATIENCE_MS
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    // The others stay unknown: begun now, they would all be asked for at once, and nothing would wait for them.
    if (start > 0 && world.clock.elapsed() >= deadline) break
    const some = missing.slice(start, start + AT_ONCE).map(async ({ wallet, reading }) => {
      amounts.set(wallet.id, await readAmount(world, wallet, reading.handle, deadline))
    })
    await Promise.all(some)
  }
  return pairs.map(({ wallet, reading }) => {
    const balances = balanceOf(world, wallet, reading, amountOf(wallet, reading, amounts))
    return observers === undefined ? balances : withObservers(balances, observers)
  })
}

/** Where a read of an account begins among so many wallets: where its last one may have ended. */
function turnOf(world: World, accountId: string, count: number): number {
  const turns = world.memory.part('turns of unknown balances', () => new Map<string, number>())
  if (count <= AT_ONCE) return 0
  const turn = (turns.get(accountId) ?? 0) % count
  turns.set(accountId, turn + AT_ONCE)
  return turn
}

/** Null where only the handle is known: an external wallet, or a decryption service that cannot answer now. */
function amountOf({ id, type }: Wallet, { handle }: WalletReading, amounts: ReadonlyMap<string, bigint | null>) {
  if (type === 'CUSTODIAL' && handle === ZERO_HANDLE) return 0n
  return amounts.get(id) ?? null
}

function balanceOf(world: World, wallet: Wallet, reading: WalletReading, confidential: bigint | null): WalletBalances {
  const { stable, cstable } = world.chain.tokens
  return {
    wallet: walletAnswer(wallet),
    eth: { amount: formatEther(reading.wei) },
    normal: { token: stable.symbol, amount: formatUnits(reading.stable) },
    confidential: {
      token: cstable.symbol,
      amount: confidential === null ? null : formatUnits(confidential),
      encrypted: confidential === null,
      handle: reading.handle,
    },
    total: { amount: confidential === null ? null : formatUnits(reading.stable + confidential), currency: 'USD' },
  }
}

function withObservers(balances: WalletBalances, observers: readonly Address[]): WalletBalances {
  return { ...balances, confidential: { ...balances.confidential, observers: [...observers] } }
}

/** Null where the decryption service cannot answer now. */
async function readAmount(world: World, wallet: Wallet, handle: Hex, deadline: number): Promise<bigint | null> {
  const patience = new AbortController()
  const reading = readPlaintexts(world, [handle], readerOf(world, wallet.id))
  const late = world.clock.sleep(Math.max(0, deadline - world.clock.elapsed()), patience.signal).then(() => undefined)
  try {
    return (await Promise.race([reading, late]))?.get(handle) ?? null
  } catch (error) {
    if (!(error instanceof ConfidentialUnavailable)) throw error
    world.log.warn({ wallet: wallet.id, reason: error.message }, 'a balance could not be decrypted')
    return null
  } finally {
    patience.abort()
    reading.catch(() => undefined)
  }
}

import type { WalletBalances } from '#shared/model/balances.ts'
import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import { ConfidentialUnavailable, type WalletReading } from '../chain/port.ts'
import { readerOf, readPlaintexts } from '../decryption/read-plaintexts.ts'
import { toApi, type Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/** How long a read waits for decryptions before it answers with what it knows. */
const PATIENCE_MS = 20_000
/** Decryptions asked for at a time. */
const AT_ONCE = 8

/** The balance triples of wallets: one call to the chain for all of them, decryption only of what was not seen before. */
export async function readBalances(world: World, wallets: Wallet[]): Promise<WalletBalances[]> {
  const readings = await world.chain.readWallets(wallets.map((wallet) => wallet.address))
  const balances: WalletBalances[] = []
  const deadline = world.clock.elapsed() + PATIENCE_MS
  for (let start = 0; start < wallets.length; start += AT_ONCE) {
    const batch = wallets.slice(start, start + AT_ONCE).map(async (wallet, index) => {
      const reading = readings[start + index] as WalletReading
      return balanceOf(world, wallet, reading, await sealedAmount(world, wallet, reading.handle, deadline))
    })
    balances.push(...(await Promise.all(batch)))
  }
  return balances
}

function balanceOf(world: World, wallet: Wallet, reading: WalletReading, confidential: bigint | null): WalletBalances {
  const { stable, cstable } = world.chain.tokens
  return {
    wallet: toApi(wallet),
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

/** Null where only the handle is known: an external wallet, or a decryption service that cannot answer now. */
async function sealedAmount(world: World, wallet: Wallet, handle: Hex, deadline: number): Promise<bigint | null> {
  if (wallet.type === 'EXTERNAL') return null
  if (handle === ZERO_HANDLE) return 0n
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

import { formatEther, formatUnits } from '#shared/model/money.ts'
import { type Flaw, Refusal } from '#shared/refusal.ts'
import type { World } from '../../world/world.ts'
import { type Grant, givenSince, redateGrants } from './grants-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** Refuses where an account has had its share of the last 24 hours. What failed on chain counts: its gas was spent. */
export async function requireGrant(world: World, grant: Grant): Promise<void> {
  const now = world.clock.now()
  await redateGrants(world.db, grant.accountId, now)
  const given = await givenSince(world.db, grant.accountId, now - DAY_MS)
  const { SOTTO_LIMIT_FAUCET: mostUnits, SOTTO_LIMIT_GAS: mostWei } = world.config
  const series = (of: 'units' | 'wei' | 'fee') => given.map((each): [number, bigint] => [each.at, each[of]])
  const bounds: { wait: number; what: string; path: string }[] = [
    {
      path: 'amount',
      wait: waitFor(series('units'), grant.units, mostUnits, now),
      what: `${formatUnits(mostUnits)} STABLE`,
    },
    {
      path: 'walletId',
      wait: waitFor(series('wei'), grant.wei, mostWei, now),
      what: `${formatEther(mostWei)} ETH for gas`,
    },
    // What calls cost the operator has the same bound again, so that dust does not drain it.
    { path: '', wait: waitFor(series('fee'), 1n, mostWei, now), what: `${formatEther(mostWei)} ETH of its own gas` },
  ]
  const longest = bounds.reduce((a, b) => (b.wait > a.wait ? b : a))
  if (longest.wait === 0) return
  const seconds = Math.ceil(longest.wait / 1000)
  const most = `at most ${longest.what} per account and day`
  const flaws: Flaw[] = [{ path: longest.path, message: `the faucet spends ${most}`, reason: 'limit' }]
  throw new Refusal('rate_limited', {
    message: `The faucet spends ${most}. Try again ${soon(seconds)}, or ask for less.`,
    details: flaws,
    headers: { 'retry-after': String(seconds) },
  })
}

/** Wei for gas that are left of an account's share of the last 24 hours. */
export async function gasLeft(world: World, accountId: string): Promise<bigint> {
  const given = await givenSince(world.db, accountId, world.clock.now() - DAY_MS)
  const left = given.reduce((rest, { wei }) => rest - wei, world.config.SOTTO_LIMIT_GAS)
  return left < 0n ? 0n : left
}

function soon(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `in ${minutes} min` : `in ${Math.ceil(minutes / 60)} h`
}

/** Milliseconds until enough of the grants are a day old, oldest first; 0 where it fits now. */
function waitFor(given: [at: number, size: bigint][], asked: bigint, most: bigint, now: number): number {
  let used = given.reduce((sum, [, size]) => sum + size, 0n)
  if (asked === 0n || used + asked <= most) return 0
  for (const [at, size] of given) {
    used -= size
    if (used + asked <= most) return at + DAY_MS - now
  }
  return DAY_MS
}

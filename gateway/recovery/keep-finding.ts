import { keepDoing } from '../world/keep-doing.ts'
import type { World } from '../world/world.ts'
import { findRequestsStep } from './find-requests.ts'
import { findStep } from './find-wallets.ts'
import { countSearches } from './index-searches-store.ts'
import { searchedAccounts } from './searches-store.ts'

const AGAIN_MS = 2_000
const ACCOUNTS = 100
const TURN = 'turn:wallets'

/**
 * Looks for the wallets of every account for which that was begun, one account after the other. Runs until the gateway closes;
 * of several gateways on one database one looks at a time.
 */
export async function keepFindingWallets(world: World): Promise<void> {
  const failed = (reason: string) => world.log.warn({ reason }, 'lost wallets are looked for again in a moment')
  await keepDoing(world, AGAIN_MS, () => findWallets(world), failed)
  await world.locks.endTurn(TURN).catch(() => {})
}

/** All due searches, as long as this gateway has the turn. */
export async function findWallets(world: World): Promise<void> {
  let hasLooked = false
  while (!world.closing.aborted && (await world.locks.hasTurn(TURN))) {
    const accounts = await searchedAccounts(world.db, ACCOUNTS)
    for (const account of accounts) {
      while (!world.closing.aborted && (await world.locks.hasTurn(TURN)) && !(await findStep(world, account)));
    }
    hasLooked ||= accounts.length > 0
    if (accounts.length === 0) break
  }
  while (!world.closing.aborted && (await world.locks.hasTurn(TURN)) && !(await findRequestsStep(world)));
  if (hasLooked && !world.closing.aborted) {
    const { found } = await countSearches(world.db, 'walletIndexes')
    world.log.info({ found }, 'lost wallets were looked for')
  }
}

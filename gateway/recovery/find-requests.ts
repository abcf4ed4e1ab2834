import { atomically, type Db } from '../db/database.ts'
import { addressOf } from '../requests/create-request.ts'
import { type DerivedRequest, deriveRequest } from '../requests/derive-request.ts'
import { insertRequest, type PaymentRequest } from '../requests/store.ts'
import { goBackFor } from '../transactions/arrivals/position-store.ts'
import { insertWallet, listWallets, type Wallet } from '../wallets/store.ts'
import { nextTurn } from '../world/next-turn.ts'
import type { World } from '../world/world.ts'
import { firstSearch, type Search, storedAmong } from './index-searches-store.ts'
import { goOnBehindRequests } from './request-searches-store.ts'

const AT_ONCE = 100
/** Keys that are derived in one go, before other work gets its turn. */
const IN_ONE_GO = 5

type Candidate = DerivedRequest & { index: number }

/**
 * Looks a bounded piece further for requests that this database has lost: those whose addresses the chain knows. They come back
 * open, with their ID and link and without what they asked for, so that any payment of either token pays them; the scan goes back to
 * where the backup stood. True where no search is under way. Throws `ChainUnavailable`.
 */
export async function findRequestsStep(world: World): Promise<boolean> {
  const search = await firstSearch(world.db, 'requestIndexes')
  if (search === undefined) return true
  const end = Math.min(search.at + AT_ONCE, search.until)
  const all = await derivedBetween(world, search, end)
  const ids = all.map(({ id }) => id)
  const stored = await storedAmong(world.db, 'requests', ids)
  const unknown = all.filter(({ id }) => !stored.has(id))
  const used = new Set(await world.chain.inUse(unknown.map(({ signer }) => signer.address)))
  const lost = unknown.filter(({ signer }) => used.has(signer.address))
  const back = await atomically(world.db, async (trx) => {
    const wallet = await primaryOf(trx, world, search.accountId)
    // Without a wallet there is nowhere to collect it to: the next search may find one.
    const found = wallet === undefined ? [] : lost
    const there = all.filter((one) => stored.has(one.id) || found.includes(one))
    const indexes = there.map(({ index }) => index)
    if (!(await goOnBehindRequests(trx, search, end, { indexes, more: found.length }))) return 0
    for (const one of found) await putBack(trx, world, { search, wallet: wallet as Wallet, one })
    if (found.length > 0 && search.scannedBlock !== null) await goBackFor(trx, search.scannedBlock)
    return found.length
  })
  if (back > 0)
    world.log.warn({ account: search.accountId, found: back }, 'requests that are newer than the backup came back')
  return (await firstSearch(world.db, 'requestIndexes')) === undefined
}

async function derivedBetween(world: World, { accountId, generation, at }: Search, end: number) {
  const all: Candidate[] = []
  for (let index = at; index < end; index++) {
    all.push({ ...deriveRequest(world, { accountId, generation, index }), index })
    if (all.length % IN_ONE_GO === 0) await nextTurn()
  }
  return all
}

async function primaryOf(trx: Db, { keys }: World, accountId: string): Promise<Wallet | undefined> {
  const wallets = await listWallets(trx, keys, accountId)
  return wallets.find(({ isPrimary }) => isPrimary) ?? wallets[0]
}

type Found = { search: Search; wallet: Wallet; one: Candidate }

async function putBack(trx: Db, world: World, { search, wallet, one }: Found): Promise<void> {
  const { accountId, madeAfter } = search
  const now = world.clock.now()
  const request: PaymentRequest = {
    ...{ id: one.id, accountId, walletId: wallet.id, address: one.signer.address, isOwn: true, secret: one.secret },
    ...{ token: world.chain.tokens.cstable.symbol, label: null, memo: null, externalId: null },
    ...{ expiresAt: null, collectAt: null, createdAt: madeAfter, updatedAt: now, rebuiltAt: now },
    standing: { status: 'OPEN', asked: null, received: 0n, atEnd: null, told: 0n },
  }
  await insertRequest(trx, world.keys, request)
  await insertWallet(trx, world.keys, addressOf(request), one.signer)
}

import { isTakenAway } from './taken-away.ts'
import { START_UNITS, type Town } from './town.ts'

/** What a run of histories went through, so that it cannot pass with nothing shown. */
export type Seen = {
  payments: number
  superseded: number
  nonceGaps: number
  replaced: number
  cancelled: number
  lies: number
  /** Burns that had another handle before. */
  remined: number
  restores: number
}

/** What this history went through. */
export async function seenIn(town: Town): Promise<Seen> {
  const { db } = town.world
  const legs = await db.selectFrom('legs').select(['kind', 'state']).execute()
  const attempts = await db.selectFrom('attempts').select(['legId', 'kind']).execute()
  const signed = db.selectFrom('attempts').select('hash')
  // The rest are payouts that were found.
  const burns = await db.selectFrom('paidHashes').select('transactionId').where('hash', 'not in', signed).execute()
  const calls = attempts.filter(({ kind }) => kind === 'call')
  return {
    payments: town.wishes.filter(({ ids }) => ids.size > 0).length,
    superseded: legs.filter(({ state }) => state === 'superseded').length,
    nonceGaps: legs.filter(({ kind }) => kind === 'nonce gap').length,
    replaced: calls.length - new Set(calls.map(({ legId }) => legId)).size,
    cancelled: legs.filter(({ state }) => state === 'cancelled').length,
    lies: town.lies,
    restores: town.vault.restores,
    remined: burns.length - new Set(burns.map(({ transactionId }) => transactionId)).size,
  }
}

/** Payments that only a person could make, and those that were mined after they had failed. */
export async function owedIn({ world: { db } }: Town): Promise<string[]> {
  const rows = await db.selectFrom('transactions').select(['type', 'id', 'owed']).where('owed', '<>', 0).execute()
  return rows.map(({ type, id, owed }) => `${type} ${id} is left to a person: ${owed}`)
}

/** What the settled wishes add up to, against what the ledger says, wallet by wallet. */
export async function differencesIn(town: Town): Promise<string[]> {
  const expected = new Map(town.purses.map(({ address }) => [address, { stable: START_UNITS, cstable: START_UNITS }]))
  for (const wish of town.wishes) {
    if (wish.seen.at(-1) !== 'SETTLED' || (await isTakenAway(town.world, wish))) continue
    const from = expected.get(town.purse(wish.from).address)
    const to = expected.get(town.purse(wish.to).address)
    if (from === undefined || to === undefined) continue
    const { units } = wish
    if (wish.verb === 'fund') from.stable += units
    if (wish.verb === 'mint') [from.stable, from.cstable] = [from.stable - units, from.cstable + units]
    if (wish.verb === 'redeem') [from.stable, from.cstable] = [from.stable + units, from.cstable - units]
    if (wish.verb !== 'transfer') continue
    const kind = wish.token === 'STABLE' ? 'stable' : 'cstable'
    from[kind] -= units
    to[kind] += units
  }
  const { ledger } = town.world.chain
  return town.purses.flatMap(({ address }, index) => {
    const want = expected.get(address)
    const has = { stable: ledger.holder(address).stable, cstable: ledger.confidentialOf(address) }
    if (want?.stable === has.stable && want.cstable === has.cstable) return []
    return [`wallet ${index} has ${has.stable}/${has.cstable}, its payments make ${want?.stable}/${want?.cstable}`]
  })
}

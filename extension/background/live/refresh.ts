import { failureOf } from '#shared/client-failure.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { KeyClient } from '../../gateway/key-client.ts'
import { profiles } from '../../gateway/profiles.ts'
import { leanBalances, leanTransaction } from '../../store/room.ts'
import { keepTransactions } from '../../store/sealed/activity.ts'
import { keepBalances } from '../../store/sealed/balances.ts'
import { changeView, type View, view } from '../../store/view.ts'
import { dataKey } from '../../vault/vault.ts'
import { noteArrivals } from '../arrivals/note.ts'
import { reading } from '../gateway-calls.ts'
import { listTransactions } from './older-gateway.ts'
import { isLive } from './surfaces.ts'

/** An answer younger than this counts as current, and for longer while the stream tells of every change. */
const CURRENT_MS = 1_500
const CURRENT_LIVE_MS = 25_000
/** Balances cost a decryption: they are read when a payment moved, and now and then for what others paid. */
const BALANCES_MS = 30_000
/** So many of the newest transactions are shown before anybody asks for more. */
export const NEWEST = 20

const under = new Map<string, Promise<void>>()
const looking = new Set<string>()

/** Resolves once no refresh of this gateway is under way. */
export async function afterRefresh(profileId: string): Promise<void> {
  await under.get(profileId)?.catch(() => undefined)
}

/** Reads what came in, for an alarm. What a stream says meanwhile comes after it, and so does what somebody asks to see. */
export async function look(profileId: string): Promise<void> {
  while (under.has(profileId)) await afterRefresh(profileId)
  looking.add(profileId)
  await inTurn(profileId, readNewest(profileId)).finally(() => looking.delete(profileId))
}

/** Brings the view up to date, once however many pages ask. `force` reads the balances whatever their age. */
export async function refresh(profileId: string, force: boolean): Promise<void> {
  const before = await viewOf(profileId)
  const age = Date.now() - (before?.transactions?.at ?? 0)
  if (!force && age >= 0 && age < (isLive(profileId) ? CURRENT_LIVE_MS : CURRENT_MS)) return
  // One that began before it was forced may have left the balances out, and a look for what came in does.
  while (looking.has(profileId)) await afterRefresh(profileId)
  if (force) await afterRefresh(profileId)
  await (under.get(profileId) ?? inTurn(profileId, readAll(profileId, before, force)))
}

function inTurn(profileId: string, work: Promise<unknown>): Promise<void> {
  const running = work.then(() => undefined).finally(() => under.delete(profileId))
  under.set(profileId, running)
  return running
}

export async function viewOf(profileId: string): Promise<View | null> {
  const seen = await view.get()
  return seen?.profileId === profileId ? seen : null
}

async function readAll(profileId: string, before: View | null, force: boolean): Promise<void> {
  const list = await readNewest(profileId)
  if (force || isBalancesDue(before, list, Date.now())) await refreshBalances(profileId)
}

/** The newest transactions in both directions: shown, kept, and looked through for what came in. */
export async function readNewest(profileId: string): Promise<Transaction[]> {
  const query = { direction: 'all', pageSize: NEWEST } as const
  const { items, total } = await reading(profileId, (client) =>
    listTransactions(profileId, query, client.listTransactions),
  )
  // One that gives more than was asked for must not fill the browser.
  const list = items.slice(0, NEWEST).map(leanTransaction)
  const key = await dataKey(Date.now())
  await show(profileId, { transactions: { list, total, at: Date.now() } })
  await keep(() => keepTransactions(key, profileId, list))
  await keep(() => noteArrivals(profileId, list))
  return list
}

export async function refreshBalances(profileId: string): Promise<void> {
  const balances = await reading(profileId, readBalances)
  const at = Date.now()
  await show(profileId, { balances: { list: balances, at } })
  const key = await dataKey(at)
  await keep(() => keepBalances(key, profileId, balances, at))
}

/** The view is of the gateway on screen: a payment that another one settles does not take its place. */
export async function show(profileId: string, part: Partial<View>): Promise<void> {
  if ((await profiles.get()).active === profileId) await changeView(profileId, part)
}

/** Keeping answers for later is a convenience: a full disk must not hide the answer itself. */
export async function keep(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined)
}

/** Whether balances may have changed since they were read: a payment is new or moved on, or they are old. */
export function isBalancesDue(before: View | null, now: Transaction[], at: number): boolean {
  if (before?.balances == null || before.transactions === null) return true
  const age = at - before.balances.at
  if (age < 0 || age >= BALANCES_MS) return true
  const name = ({ id, status }: Transaction) => `${id} ${status}`
  return before.transactions.list.map(name).join() !== now.map(name).join()
}

/** An account without wallets has no balances, which the API tells by `404`. */
async function readBalances(client: KeyClient) {
  try {
    return (await client.getBalances({})).balances.slice(0, WALLETS_MAX).map(leanBalances)
  } catch (error) {
    if (failureOf(error).code === 'not_found') return []
    throw error
  }
}

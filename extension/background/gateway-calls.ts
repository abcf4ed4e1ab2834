import { failureOf } from '#shared/failure.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { type Budget, createBudget, READS_A_MINUTE, WRITES_A_MINUTE } from '../gateway/budget.ts'
import { type KeyClient, keyClient } from '../gateway/key-client.ts'
import { hasPermission } from '../gateway/permission.ts'
import { openProfile, type Profile, profiles, setProfileState } from '../gateway/profiles.ts'
import { Problem } from '../problem.ts'
import { keepTransactions } from '../store/activity.ts'
import { keepBalances } from '../store/balances.ts'
import { leanBalances, leanTransaction } from '../store/room.ts'
import { changeView, type View, view } from '../store/view.ts'
import { dataKey } from '../vault/vault.ts'
import type { ReadEndpoint, WriteEndpoint } from './requests.ts'

type Untyped = (input: unknown, options?: { idempotencyKey: string }) => Promise<unknown>

const budgets = new Map<string, { reads: Budget; writes: Budget }>()

function budgetOf(profileId: string) {
  const budget = budgets.get(profileId) ?? {
    reads: createBudget(READS_A_MINUTE),
    writes: createBudget(WRITES_A_MINUTE),
  }
  budgets.set(profileId, budget)
  return budget
}

function spend(budget: Budget): void {
  const wait = budget.take(Date.now())
  if (wait > 0) throw new Problem('too_fast', wait)
}

export function callRead(profileId: string, endpoint: ReadEndpoint, input: unknown): Promise<unknown> {
  return withClient(profileId, async (client) => {
    spend(budgetOf(profileId).reads)
    return (client[endpoint] as Untyped)(input)
  })
}

export function callWrite(
  profileId: string,
  endpoint: WriteEndpoint,
  input: unknown,
  idempotencyKey?: string,
): Promise<unknown> {
  return withClient(profileId, async (client) => {
    spend(budgetOf(profileId).writes)
    return (client[endpoint] as Untyped)(input, idempotencyKey === undefined ? undefined : { idempotencyKey })
  })
}

/** The profile's own client; notes whether the gateway still knows its key. */
async function withClient<T>(profileId: string, work: (client: KeyClient, profile: Profile) => Promise<T>): Promise<T> {
  const { profile, apiKey } = await openProfile(profileId, Date.now())
  try {
    const result = await work(keyClient(profile.origin, apiKey), profile)
    await setProfileState(profileId, 'connected')
    return result
  } catch (error) {
    const { code } = failureOf(error)
    if (code === 'invalid_api_key') await setProfileState(profileId, 'rejected')
    // A host that the browser keeps the wallet from looks like one that is away.
    if (code === 'unreachable' && !(await hasPermission(profile.origin))) throw new Problem('permission_missing')
    throw error
  }
}

/** Younger than this, what was read counts as current. */
const CURRENT_MS = 1_500
/** Balances cost a decryption: they are read when a payment moved, and now and then for what others paid. */
const BALANCES_MS = 30_000
const PAGE = 20

const under = new Map<string, Promise<void>>()

/** Brings the view up to date, once however many pages ask. `force` reads the balances whatever their age. */
export async function refresh(profileId: string, force: boolean): Promise<void> {
  const before = await viewOf(profileId)
  const age = Date.now() - (before?.transactions?.at ?? 0)
  if (!force && age >= 0 && age < CURRENT_MS) return
  const other = under.get(profileId)
  // One that began before it was forced may have left the balances out.
  if (other !== undefined && force) await other.catch(() => undefined)
  const running = under.get(profileId) ?? readAll(profileId, before, force).finally(() => under.delete(profileId))
  under.set(profileId, running)
  await running
}

async function viewOf(profileId: string): Promise<View | null> {
  const seen = await view.get()
  return seen?.profileId === profileId ? seen : null
}

async function readAll(profileId: string, before: View | null, force: boolean): Promise<void> {
  await withClient(profileId, async (client) => {
    const { reads } = budgetOf(profileId)
    spend(reads)
    const { items, total } = await client.listTransactions({ pageSize: PAGE })
    // One that gives more than was asked for must not fill the browser.
    const page = { items: items.slice(0, PAGE).map(leanTransaction), total }
    const key = await dataKey(Date.now())
    await show(profileId, { transactions: { list: page.items, total: page.total, at: Date.now() } })
    await keep(() => keepTransactions(key, profileId, page.items))
    if (!force && !isBalancesDue(before, page.items, Date.now())) return
    spend(reads)
    const balances = await readBalances(client)
    const at = Date.now()
    await show(profileId, { balances: { list: balances, at } })
    const open = await dataKey(at)
    await keep(() => keepBalances(open, profileId, balances, at))
  })
}

/** The view is of the gateway on screen: a payment that another one settles does not take its place. */
async function show(profileId: string, part: Partial<View>): Promise<void> {
  if ((await profiles.get()).active === profileId) await changeView(profileId, part)
}

/** What is kept for later is a convenience: a full disk keeps nobody from seeing what was read. */
async function keep(work: () => Promise<void>): Promise<void> {
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

import { failureOf } from '#shared/failure.ts'
import { type Budget, createBudget, READS_A_MINUTE, WRITES_A_MINUTE } from '../gateway/budget.ts'
import { type KeyClient, keyClient } from '../gateway/key-client.ts'
import { openProfile, type Profile, setProfileState } from '../gateway/profiles.ts'
import { Problem } from '../problem.ts'
import { keepTransactions } from '../store/activity.ts'
import { keepBalances } from '../store/balances.ts'
import { changeView, view } from '../store/view.ts'
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
    if (failureOf(error).code === 'invalid_api_key') await setProfileState(profileId, 'rejected')
    throw error
  }
}

/** Younger than this, what was read counts as current. */
const CURRENT_MS = 1_500
const PAGE = 20

const under = new Map<string, Promise<void>>()

/** Reads balances and the newest transactions, once however many pages ask. */
export async function refresh(profileId: string, force: boolean): Promise<void> {
  const before = await view.get()
  const age = Date.now() - (before?.profileId === profileId ? (before.balances?.at ?? 0) : 0)
  if (!force && age >= 0 && age < CURRENT_MS) return
  const running = under.get(profileId) ?? readAll(profileId).finally(() => under.delete(profileId))
  under.set(profileId, running)
  await running
}

async function readAll(profileId: string): Promise<void> {
  await withClient(profileId, async (client) => {
    const { reads } = budgetOf(profileId)
    spend(reads)
    spend(reads)
    const [balances, page] = await Promise.all([readBalances(client), client.listTransactions({ pageSize: PAGE })])
    const now = Date.now()
    const key = await dataKey(now)
    await changeView(profileId, {
      balances: { list: balances, at: now },
      transactions: { list: page.items, total: page.total, at: now },
    })
    await keepBalances(key, profileId, balances, now)
    await keepTransactions(key, profileId, page.items)
  })
}

/** An account without wallets has no balances, which the API tells by `404`. */
async function readBalances(client: KeyClient) {
  try {
    return (await client.getBalances({})).balances
  } catch (error) {
    if (failureOf(error).code === 'not_found') return []
    throw error
  }
}

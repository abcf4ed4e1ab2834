import { failureOf } from '#shared/client-failure.ts'
import { type Budget, createBudget, READS_A_MINUTE, WRITES_A_MINUTE } from '../gateway/budget.ts'
import { callFor, type KeyClient, keyClient } from '../gateway/key-client.ts'
import { type ReadEndpoint, reads } from '../gateway/page-calls.ts'
import { hasPermission } from '../gateway/permission.ts'
import { openProfile, type Profile, setProfileState } from '../gateway/profiles.ts'
import { keepAwake } from '../intents/keep-awake.ts'
import { Problem } from '../problem.ts'
import { listTransactions } from './live/older-gateway.ts'

type Input = Record<string, unknown>

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

/** What a page asks: the gateway's answer, as JSON. */
export function callRead(profileId: string, endpoint: ReadEndpoint, input: Input): Promise<string> {
  return withProfile(profileId, async ({ profile, apiKey }) => {
    spend(budgetOf(profileId).reads)
    const call = (asked: Input) => callFor(profile.origin, apiKey, reads[endpoint], asked)
    return endpoint === 'listTransactions' ? listTransactions(profileId, input, call) : call(input)
  })
}

/** Changes something, by a route of `writes` or `batchCalls`: to check, or to start, a long file takes a while. */
export function callWrite(
  profileId: string,
  route: Parameters<typeof callFor>[2],
  input: Input,
  idempotencyKey?: string,
): Promise<string> {
  return withProfile(profileId, async ({ profile, apiKey }) => {
    spend(budgetOf(profileId).writes)
    const options = { changes: true, ...(idempotencyKey !== undefined && { idempotencyKey }) }
    return keepAwake(() => callFor(profile.origin, apiKey, route, input, options))
  })
}

/** One read with the profile's own client. */
export function reading<T>(profileId: string, work: (client: KeyClient) => Promise<T>): Promise<T> {
  return withProfile(profileId, async ({ profile, apiKey }) => {
    spend(budgetOf(profileId).reads)
    return work(keyClient(profile.origin, apiKey))
  })
}

type Opened = { profile: Profile; apiKey: string }

/** Opens the profile, and notes whether the gateway still knows its key. */
async function withProfile<T>(profileId: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openProfile(profileId, Date.now())
  try {
    const result = await work(opened)
    await setProfileState(profileId, 'connected')
    return result
  } catch (error) {
    const { code } = failureOf(error)
    if (code === 'invalid_api_key') await setProfileState(profileId, 'rejected')
    // A host that the browser keeps the wallet from looks like one that is away.
    if (code === 'unreachable' && !(await hasPermission(opened.profile.origin))) throw new Problem('permission_missing')
    throw error
  }
}

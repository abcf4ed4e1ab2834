import { failureOf } from '#shared/client-failure.ts'
import { Problem } from '../../problem.ts'

/** Gateways that do not list what came in. A worker that was started anew asks again: they may have been updated. */
const older = new Set<string>()

/** The list, of an older gateway without what came in. `older_gateway` where nothing else was asked for. */
export async function listTransactions<Query extends { direction?: unknown; type?: unknown }, List>(
  profileId: string,
  query: Query,
  list: (query: Omit<Query, 'direction'>) => Promise<List>,
): Promise<List> {
  const { direction, ...rest } = query
  if (!older.has(profileId) || direction === undefined) {
    try {
      return await list(query)
    } catch (error) {
      if (!refusesDirection(error)) throw error
    }
  }
  older.add(profileId)
  if (direction === 'in' || rest.type === 'RECEIVE') throw new Problem('older_gateway')
  return list(rest)
}

function refusesDirection(error: unknown): boolean {
  const { code, details } = failureOf(error)
  if (code !== 'validation_error' || !Array.isArray(details)) return false
  return details.some((flaw: { path?: unknown } | null) => flaw?.path === 'direction')
}

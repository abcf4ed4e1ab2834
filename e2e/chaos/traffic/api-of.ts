import { createClient } from '#shared/client.ts'
import type { Account, Stage } from '../stage.ts'

/** The client of an account. */
export function apiOf(stage: Pick<Stage, 'origin'>, account: Account) {
  return createClient({ origin: stage.origin, apiKey: account.apiKey })
}

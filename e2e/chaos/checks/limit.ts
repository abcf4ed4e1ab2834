import { parseAmount } from '#shared/model/money.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import type { Crowd } from '../traffic/crowd.ts'
import { type Findings, type Problem, problem } from './check.ts'

/** cSTABLE that a wallet was made with. */
const BEFORE = 500

/** Whole cSTABLE of a receiver beyond what its wallet was made with, as the chain has them. */
export async function received(stage: Stage, receiver: Account, id: string): Promise<number> {
  const { balances } = await apiOf(stage, receiver).getWallet({ id })
  const units = parseAmount(balances.confidential.amount ?? '')
  if (units === undefined) throw new Error('the balance of the receiver is not known')
  return Number(units) / 1_000_000 - BEFORE
}

/** What moved is the limit of its time, on the chain and in the rows; and each client that was answered has one payment. */
export async function limitFindings(
  stage: Stage,
  payer: Account,
  { wishes, surprises }: Crowd,
  held: readonly { moved: number; limit: number }[],
): Promise<Findings> {
  const query = `SELECT id FROM transactions WHERE type = 'TRANSFER' AND status = 'SETTLED' AND account_id = '${payer.id}'`
  const settled = (await stage.database.select<{ id: string }>(query)).length
  const problems: Problem[] = wishes
    .filter(({ ids }) => ids.size > 1)
    .map(({ key }) => problem('doubled', `${key} has two payments`))
  const open = wishes.filter(({ outcome }) => outcome === 'open').length
  if (open > 0) problems.push(problem('stuck', `${open} wishes have no answer`))
  for (const { moved, limit } of [...held, { moved: settled, limit: held.at(-1)?.limit ?? 0 }]) {
    if (moved > limit) problems.push(problem('doubled', `${moved} moved under a limit of ${limit}`))
    if (moved < limit) problems.push(problem('lost', `${moved} moved, and a limit allows ${limit}`))
  }
  return { payments: wishes.length, settled, problems, surprises: [...surprises.keys()] }
}

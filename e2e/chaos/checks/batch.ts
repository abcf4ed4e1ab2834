import { formatUnits, parseAmount } from '#shared/model/money.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { readBooks } from './books.ts'
import { checkRest, type Findings, type Problem, problem } from './check.ts'
import { openDecryptor } from './decrypt.ts'
import { readLedger } from './ledger.ts'
import { checkPayments } from './payments.ts'

/** A row as it was asked for. Each pays an address that no other one pays. */
export type Wanted = { walletId: string; to: `0x${string}`; amount: string; token: 'STABLE' | 'cSTABLE' }

/**
 * Every row is paid exactly once: its address got its amount in one mined transaction, and nothing else; the batch says so; and
 * no key of the gateway has signed anything without a payment.
 */
export async function batchFindings(
  stage: Stage,
  payer: Account,
  id: string,
  wanted: readonly Wanted[],
): Promise<Findings> {
  const { batch } = await apiOf(stage, payer).getBatch({ id })
  const books = await readBooks(stage)
  const decryptor = await openDecryptor(stage)
  try {
    const senders = [...decryptor.holders.values()].map(({ address }) => address)
    const mined = await readLedger(stage, senders)
    // Decrypts what moved, so that it is known below.
    const problems = await checkPayments(stage, decryptor, books, mined)
    const got = new Map<string, string[]>()
    const take = (to: string, units: bigint, token: string) =>
      got.set(to.toLowerCase(), [...(got.get(to.toLowerCase()) ?? []), `${formatUnits(units)} ${token}`])
    for (const one of mined.filter(({ success }) => success)) {
      for (const { to, units } of one.public) take(to, units, 'STABLE')
      for (const { from, to, handle } of one.hidden) {
        if (!decryptor.holders.has(from.toLowerCase())) continue
        take(to, (await decryptor.read(from, [handle])).get(handle) ?? 0n, 'cSTABLE')
      }
    }
    problems.push(...wanted.flatMap((row, index) => rowProblems(row, index + 1, got.get(row.to.toLowerCase()) ?? [])))
    problems.push(...(await checkRest(stage, books)))
    const settled = batch.progress.find(({ status }) => status === 'SETTLED')?.rows ?? 0
    if (batch.status !== 'DONE' || settled !== wanted.length)
      problems.push(problem('stuck', `the batch is ${batch.status}: ${JSON.stringify(batch.progress)}`))
    return { payments: books.length, settled, problems, surprises: [] }
  } finally {
    decryptor.close()
  }
}

function rowProblems({ amount, token, to }: Wanted, row: number, got: readonly string[]): Problem[] {
  const units = parseAmount(amount)
  if (units === undefined) throw new Error(`${amount} is no amount`)
  if (got.length > 1) return [problem('doubled', `row ${row}: ${to} got ${got.join(' and ')}`)]
  if (got[0] === `${formatUnits(units)} ${token}`) return []
  return [problem('lost', `row ${row}: ${to} got ${got[0] ?? 'nothing'} instead of ${amount} ${token}`)]
}

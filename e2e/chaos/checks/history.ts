import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { type Problem, problem } from './check.ts'

const PATIENCE_MS = 240_000

/** Of a failed payment the chain does not show the requested amount. */
type Shown = Partial<Transaction>
export type History = Map<string, Shown>

/** All that stands on the chain, by ID, as the API shows it, but for times, labels and what gas cost. */
export async function historyOf(stage: Stage): Promise<History> {
  const all = await Promise.all(stage.accounts.map((account) => everything(apiOf(stage, account))))
  const onChain = all.flat().filter(({ txHash, cancelledByTxHash }) => txHash !== null || cancelledByTxHash != null)
  return new Map(onChain.map((row) => [row.id, shownOf(row)]))
}

/** Stands for a payout that may differ. */
const ANY = 'any'

/** The same history after these were mined again: a burn in another block is another request, which another payout pays. */
export function anyPayoutOf(minedAgain: readonly string[], known: History): History {
  const isOpen = ({ txHash, settlementTxHash }: Shown) =>
    settlementTxHash != null && minedAgain.some((hash) => hash === txHash)
  return new Map([...known].map(([id, row]) => [id, isOpen(row) ? { ...row, settlementTxHash: ANY } : row]))
}

async function everything(api: ReturnType<typeof apiOf>): Promise<Transaction[]> {
  const rows: Transaction[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await api.listTransactions({ direction: 'all', pageSize: 100, page })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) return rows
  }
}

function shownOf({ type, status, walletId, from, amount, token, to, waitingFor, ...hashes }: Transaction): Shown {
  const { txHash, cancelledByTxHash, settlementTxHash } = hashes
  const always = { type, status, walletId, waitingFor, ...(from === undefined ? {} : { from }) }
  if (status === 'FAILED') return { ...always, ...(cancelledByTxHash == null ? { txHash } : { cancelledByTxHash }) }
  return { ...always, amount, token, to, txHash, settlementTxHash }
}

/** Waits until the history is what it was; what is not so after minutes is a problem. */
export async function untilBack(stage: Stage, known: History): Promise<Problem[]> {
  const late = performance.now() + PATIENCE_MS
  for (;;) {
    const differing = await historyOf(stage).then(
      (now) => differences(known, now),
      (error: unknown) => [problem('stuck', `the history cannot be read: ${error}`)],
    )
    if (differing.length === 0 || performance.now() > late) return differing
    await sleep(500)
  }
}

function isSame(row: Shown, now: Shown | undefined): boolean {
  const isPayout = now?.settlementTxHash != null && now.settlementTxHash !== now.txHash
  if (row.settlementTxHash !== ANY || !isPayout) return isDeepStrictEqual(now, row)
  return isDeepStrictEqual({ ...now, settlementTxHash: ANY }, row)
}

function differences(known: History, now: History): Problem[] {
  const lost = [...known].filter(([id, row]) => !isSame(row, now.get(id)))
  const more = [...now].filter(([id]) => !known.has(id))
  return [
    ...lost.map(([id, row]) =>
      problem('lost', `${id} was ${JSON.stringify(row)}, and is ${JSON.stringify(now.get(id))}`),
    ),
    ...more.map(([id, row]) => problem('doubled', `${id} was not there: ${JSON.stringify(row)}`)),
  ]
}

import type { Transaction } from '#shared/model/transaction.ts'
import type { Heard } from '../../store/arrivals.ts'

/** So many IDs are remembered. When one is dropped, `floor` rises to its time, so that it is not announced again. */
const KNOWN_MAX = 300

type Row = Pick<Transaction, 'id' | 'type' | 'createdAt' | 'waitingFor' | 'txHash'>

/** Whether a payment waits for a person, who is to be told of it as of what came in. */
export const isForPerson = ({ waitingFor }: Pick<Row, 'waitingFor'>) => waitingFor === 'approval'

/**
 * Which of these rows the person is to be told of, and what is known afterwards. A gateway that is looked at for the first
 * time has no news. `beside` are rows that are known as well: what a wallet of the account paid itself is no news. Nor is a
 * payment whose amount is not known yet: it may prove to be of nothing at all.
 */
export function newArrivals<T extends Row>(
  before: Heard | undefined,
  rows: readonly T[],
  beside: readonly Row[] = [],
): { untold: T[]; heard: Heard } {
  const arrived = rows.filter(({ type, waitingFor }) => type === 'RECEIVE' && waitingFor === null)
  const news = [...arrived, ...rows.filter(isForPerson)]
  if (before === undefined) return { untold: [], heard: { ...firstLook(arrived, rows), known: knownOf(news) } }
  // By ID first: after a reorganisation the same payment may stand in a later block. The floor is of the chain's clock, and
  // what waits for a person is of the gateway's.
  const fresh = news.filter(
    (row) => !Object.hasOwn(before.known, row.id) && (isForPerson(row) || timeOf(row) > before.floor),
  )
  if (fresh.length === 0) return { untold: [], heard: before }
  const own = new Set([...rows, ...beside].flatMap(({ type, txHash }) => (type === 'TRANSFER' ? [txHash] : [])))
  const untold = fresh.filter(({ txHash }) => txHash === null || !own.has(txHash))
  return { untold, heard: remembering(before, fresh) }
}

function firstLook(arrived: readonly Row[], rows: readonly Row[]): Omit<Heard, 'known'> {
  const times = (arrived.length > 0 ? arrived : rows).map(timeOf)
  return { floor: Math.max(0, ...times), unseen: [] }
}

function remembering(before: Heard, fresh: readonly Row[]): Heard {
  const all = Object.entries({ ...before.known, ...knownOf(fresh) }).sort(([, one], [, other]) => other - one)
  const floor = Math.max(before.floor, all[KNOWN_MAX]?.[1] ?? 0)
  return { ...before, floor, known: Object.fromEntries(all.slice(0, KNOWN_MAX)) }
}

const knownOf = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.id, timeOf(row)]))
const timeOf = ({ createdAt }: Pick<Row, 'createdAt'>) => Date.parse(createdAt)

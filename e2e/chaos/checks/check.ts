import type { Stage } from '../stage.ts'
import type { Intent, Traffic } from '../traffic.ts'
import { checkBalances } from './balances.ts'
import { type Entry, readBooks } from './books.ts'
import { openDecryptor } from './decrypt.ts'
import { readLedger } from './ledger.ts'
import { checkPayments } from './payments.ts'

export type Problem = { kind: 'doubled' | 'lost' | 'stuck'; text: string }

export type Findings = {
  payments: number
  settled: number
  problems: Problem[]
  /** Answers that no gateway should give, whatever is broken around it. */
  surprises: string[]
}

/**
 * Holds what the clients were told and what the gateway wrote down against the chain itself. `outside` are transactions
 * on chain that the test sent with the gateway's keys, past the gateway; `before` payments from before the traffic.
 */
export async function check(
  stage: Stage,
  { intents, surprises }: Pick<Traffic, 'intents' | 'surprises'>,
  outside: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Promise<Findings> {
  const books = await readBooks(stage)
  const decryptor = await openDecryptor(stage)
  try {
    const senders = [...decryptor.holders.values()].map(({ address }) => address)
    const mined = (await readLedger(stage, senders)).filter(({ hash }) => !outside.has(hash))
    const problems = [
      ...checkKeys(books, intents, before),
      ...checkEnds(books, intents),
      ...(await checkPayments(stage, decryptor, books, mined)),
      ...(await checkBalances(stage, decryptor, books)),
    ]
    const settled = books.filter(({ status }) => status === 'SETTLED').length
    return { payments: books.length, settled, problems, surprises: [...surprises.keys()] }
  } finally {
    decryptor.close()
  }
}

/** One idempotency key, one transaction; and none that no client was told of. */
function checkKeys(books: Entry[], intents: Intent[], before: ReadonlySet<string>): Problem[] {
  const known = new Set(books.map(({ id }) => id))
  const told = new Set(intents.flatMap(({ ids }) => [...ids]))
  const several = intents.filter(({ ids }) => ids.size > 1)
  const vanished = intents.flatMap(({ key, ids }) =>
    [...ids].filter((id) => !known.has(id)).map((id) => `${key}: ${id}`),
  )
  const refused = intents.filter(({ outcome, ids }) => outcome === 'refused' && ids.size > 0)
  return [
    ...several.map(({ key, ids }) => problem('doubled', `key ${key} made ${[...ids].join(' and ')}`)),
    ...vanished.map((text) => problem('lost', `a transaction that an answer named is gone: ${text}`)),
    ...refused.map(({ key }) => problem('doubled', `key ${key} was refused and has a transaction`)),
    ...strangers(books, intents, new Set([...told, ...before])),
  ]
}

/** Payments that no answer ever named, though every client asked until it had an answer. */
function strangers(books: Entry[], intents: Intent[], known: ReadonlySet<string>): Problem[] {
  if (intents.some(({ outcome }) => outcome === 'open')) return []
  return books
    .filter(({ id, status }) => !known.has(id) && status !== 'FAILED')
    .map(({ id, type, status }) => problem('doubled', `${type} ${id} is ${status}, but no client was told of it`))
}

function checkEnds(books: Entry[], intents: Intent[]): Problem[] {
  const unfinished = books.filter(
    ({ status, waiting_for }) => (status !== 'SETTLED' && status !== 'FAILED') || waiting_for !== null,
  )
  const unanswered = intents.filter(({ outcome }) => outcome === 'open')
  return [
    ...unfinished.map(({ id, type, status, waiting_for, legs }) =>
      problem(
        'stuck',
        `${type} ${id} is ${status}, waits for ${waiting_for}: ${legs.map(({ kind, state, nonce }) => `${kind} ${state} at ${nonce}`).join(', ')}`,
      ),
    ),
    ...unanswered.map(({ key, verb, asked }) => problem('stuck', `${verb} ${key} has no answer after ${asked} calls`)),
  ]
}

export function problem(kind: Problem['kind'], text: string): Problem {
  return { kind, text }
}

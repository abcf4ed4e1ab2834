import { parseAmount } from '#shared/model/money.ts'
import { rpcBatch } from '../rpc.ts'
import type { Stage } from '../stage.ts'
import type { Intent } from '../traffic/intent.ts'
import type { Traffic } from '../traffic/traffic.ts'
import { checkArrivals } from './arrivals.ts'
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
      ...checkWishes(books, intents),
      ...checkEnds(books, intents),
      ...(await checkPayments(stage, decryptor, books, mined)),
      ...(await checkArrivals(stage, decryptor, books, mined)),
      ...(await checkBalances(stage, decryptor, books)),
      ...(await checkRest(stage, books)),
    ]
    const settled = books.filter(({ status }) => status === 'SETTLED').length
    return { payments: books.length, settled, problems, surprises: [...surprises.keys()] }
  } finally {
    decryptor.close()
  }
}

/** Failed before anything was signed: such a row leaves its key free, and anyone who asks again gets another. */
const isUnsigned = ({ status, legs }: Entry) => status === 'FAILED' && legs.length === 0

/** Gas that the operator gave to a wallet short of it, for a payment that a client asked for: it moves no money. */
const isGasGift = ({ type, units }: Entry) => type === 'FUND' && units === 0n

/** One idempotency key, one transaction that was signed; and none that no client was told of. */
function checkKeys(books: Entry[], intents: Intent[], before: ReadonlySet<string>): Problem[] {
  const known = new Set(books.map(({ id }) => id))
  const told = new Set(intents.flatMap(({ ids }) => [...ids]))
  const unsigned = new Set(books.filter(isUnsigned).map(({ id }) => id))
  const signed = intents.map((intent) => ({
    ...intent,
    ids: new Set([...intent.ids].filter((id) => !unsigned.has(id))),
  }))
  const several = signed.filter(({ ids }) => ids.size > 1)
  const vanished = intents.flatMap(({ key, ids }) =>
    [...ids].filter((id) => !known.has(id)).map((id) => `${key}: ${id}`),
  )
  const refused = signed.filter(({ outcome, ids }) => outcome === 'refused' && ids.size > 0)
  return [
    ...several.map(({ key, ids }) => problem('doubled', `key ${key} made ${[...ids].join(' and ')}`)),
    ...vanished.map((text) => problem('lost', `a transaction that an answer named is gone: ${text}`)),
    ...refused.map(({ key }) => problem('doubled', `key ${key} was refused and has a transaction`)),
    ...strangers(books, intents, new Set([...told, ...before, ...unsigned])),
  ]
}

/** Payments that no answer ever named, though every client asked until it had an answer. */
function strangers(books: Entry[], intents: Intent[], known: ReadonlySet<string>): Problem[] {
  if (intents.some(({ outcome }) => outcome === 'open')) return []
  return books
    .filter((entry) => !known.has(entry.id) && !isGasGift(entry))
    .map(({ id, type, status }) => problem('doubled', `${type} ${id} is ${status}, but no client was told of it`))
}

/** What a client asked for is what was made for it, for nobody else, and ended as it was told. */
function checkWishes(books: Entry[], intents: Intent[]): Problem[] {
  const byId = new Map(books.map((entry) => [entry.id, entry]))
  const addressOf = new Map(books.map(({ walletId, from }) => [walletId, from]))
  const owners = new Map<string, string>()
  const problems: Problem[] = []
  for (const intent of intents) {
    for (const id of intent.ids) {
      const entry = byId.get(id)
      const other = owners.get(id)
      owners.set(id, intent.key)
      if (other !== undefined)
        problems.push(problem('lost', `${intent.key} and ${other} were both answered with ${id}`))
      if (entry === undefined) continue
      if (!isAsked(entry, intent, addressOf)) {
        problems.push(
          problem('lost', `${intent.key} asked for ${JSON.stringify(intent.body)}, ${id} is something else`),
        )
      }
      const denied = intent.ends.find((told) => told.id === id && told.status !== entry.status)
      if (denied !== undefined)
        problems.push(problem('lost', `${id} was said to be ${denied.status}, and is ${entry.status}`))
    }
  }
  return problems
}

function isAsked(entry: Entry, { verb, body }: Intent, addressOf: Map<string, string>): boolean {
  const { walletId, amount = '', token, to, toWalletId } = body
  const same = entry.type === verb.toUpperCase() && entry.walletId === walletId && entry.units === parseAmount(amount)
  if (verb !== 'transfer') return same
  const receiver = to ?? addressOf.get(toWalletId ?? '')
  const hidden = token !== 'STABLE'
  return same && (entry.confidential === 1) === hidden && entry.toAddress?.toLowerCase() === receiver?.toLowerCase()
}

/** At rest every nonce that was signed for is used: bytes that could still be mined are a payment still to come. */
export async function checkRest(stage: Stage, books: Entry[]): Promise<Problem[]> {
  const legs = books.flatMap(({ id, type, legs: own }) => own.map((leg) => ({ ...leg, name: `${type} ${id}` })))
  const senders = [...new Set(legs.map(({ sender }) => sender))]
  const counts = await rpcBatch<string>(
    stage.info.rpcUrl,
    senders.map((sender) => ({ method: 'eth_getTransactionCount', params: [sender, 'latest'] })),
  )
  const next = new Map(senders.map((sender, index) => [sender, Number(counts[index])]))
  return legs
    .filter(({ sender, nonce }) => nonce >= (next.get(sender) ?? 0))
    .map(({ name, kind, nonce }) => problem('stuck', `${name}: its ${kind} at nonce ${nonce} can still be mined`))
}

function checkEnds(books: Entry[], intents: Intent[]): Problem[] {
  const unfinished = books.filter(
    ({ status, waitingFor }) => (status !== 'SETTLED' && status !== 'FAILED') || waitingFor !== null,
  )
  const unanswered = intents.filter(({ outcome }) => outcome === 'open')
  return [
    ...unfinished.map(({ id, type, status, waitingFor, legs }) =>
      problem(
        'stuck',
        `${type} ${id} is ${status}, waits for ${waitingFor}: ${legs.map(({ kind, state, nonce }) => `${kind} ${state} at ${nonce}`).join(', ')}`,
      ),
    ),
    ...unanswered.map(({ key, verb, asked }) => problem('stuck', `${verb} ${key} has no answer after ${asked} calls`)),
  ]
}

export function problem(kind: Problem['kind'], text: string): Problem {
  return { kind, text }
}

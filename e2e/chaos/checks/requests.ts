import { parseEventLogs } from 'viem'
import { formatUnits, parseAmount } from '#shared/model/money.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { cstableAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { idOf, placeOf } from '../../../gateway/outbox/place.ts'
import { rpc } from '../rpc.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import type { Heard } from '../traffic/receiver.ts'
import { type Asked, ends } from '../traffic/requests.ts'
import type { Wallet } from '../traffic/wallets.ts'
import { type Purse, purseOf } from './balances.ts'
import { type Problem, problem } from './check.ts'
import type { Decryptor } from './decrypt.ts'

type Hex = `0x${string}`

const UNITS_PER_CENT = 10_000n
const PAGE = 100
const AT_ONCE = 8

export const unitsDue = ({ end }: Asked) =>
  ends[end].cents.reduce<bigint>((sum, cents) => sum + BigInt(cents), 0n) * UNITS_PER_CENT

/** Each request has the state and sums that its payments give it, and the receiver of webhooks has heard each event, in order. */
export async function checkAnswers(
  stage: Stage,
  shop: Account,
  asked: readonly Asked[],
  heard: ReadonlyMap<string, readonly Heard[]>,
): Promise<Problem[]> {
  const rows = await everyRequest(stage, shop)
  const happened = await eventsOf(stage, shop)
  const known = new Set(asked.map(({ id }) => id))
  return [
    ...asked.flatMap((one) => [
      ...misstated(one, rows.get(one.id)),
      ...unheard(one, happened.get(one.id) ?? [], heard.get(one.id) ?? []),
    ]),
    ...[...rows.keys()].filter((id) => !known.has(id)).map((id) => problem('doubled', `no client has made ${id}`)),
    ...[...heard.keys()]
      .filter((id) => !known.has(id))
      .map((id) => problem('doubled', `heard of ${id}, which is none`)),
  ]
}

function misstated(one: Asked, row: PaymentRequest | undefined): Problem[] {
  const { end, id } = one
  const due = unitsDue(one)
  const has = parseAmount(row?.received ?? '') ?? 0n
  const flags = `overpaid ${row?.overpaid}, late ${row?.late}`
  const isLate = end === 'late' || end === 'after its time'
  const isCollected = ends[end].status !== 'OPEN' && !end.startsWith('named, at')
  const least = ends[end].cents.length === 0 ? 0 : isCollected ? 2 : 1
  return [
    ...(row?.status === ends[end].status ? [] : [problem('stuck', `${end} ${id} is ${row?.status}`)]),
    ...differs(`${end} ${id} received`, has, due),
    ...((row?.transactions.length ?? 0) >= least
      ? []
      : [problem('lost', `${end} ${id} names ${row?.transactions.length} transactions`)]),
    ...(row?.overpaid === (end === 'overpaid') && row.late === isLate
      ? []
      : [problem('lost', `${end} ${id} says ${flags}`)]),
  ]
}

/**
 * The receiver has heard each event of a request that the outbox has, and no other, in the order of their numbers. A restore
 * forgets earlier deliveries, and begins with higher numbers: the gateway sends those events again then. Two payments of one block are one change.
 */
function unheard({ end, id }: Asked, happened: readonly string[], heard: readonly Heard[]): Problem[] {
  const { told } = ends[end]
  const says = (text: string) => problem('lost', `${end} ${id}: ${text} (${heard.map(({ type }) => type).join(', ')})`)
  const numbers = heard.map((one) => Number(one.id.split('-')[0]))
  const kept = new Set(happened)
  const [first = 0] = happened.map((event) => Number(event.split('-')[0]))
  const known: readonly string[] = told
  const last = told.at(-1)
  return [
    ...happened
      .filter((event) => !heard.some((one) => one.id === event))
      .map((event) => says(`${event} was not heard`)),
    ...(numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0)) ? [] : [says('out of order')]),
    ...heard.filter(({ type }) => !known.includes(type)).map(({ type }) => says(`${type} did not happen`)),
    ...heard
      .filter((one, at) => happened.length > 0 && (numbers[at] ?? 0) >= first && !kept.has(one.id))
      .map((one) => says(`${one.id} was invented`)),
    ...(last === undefined || heard.at(-1)?.type === last ? [] : [says('was not told of its end')]),
  ]
}

/** IDs of what the outbox has of each request, in order. */
function eventsOf(stage: Stage, { id: accountId }: Account): Promise<Map<string, string[]>> {
  return stage.withStore(async ({ db, keys }) => {
    const rows = db.selectFrom('outbox').selectAll().where('accountId', '=', accountId).where('kind', '=', 'request')
    const told = (await rows.where('status', 'is not', null).orderBy('sequence').execute()).map((row) => ({
      subject: row.subject,
      event: idOf(placeOf(keys, { ...row, sequence: Number(row.sequence), createdAt: Number(row.createdAt) })),
    }))
    const bySubject = Map.groupBy(told, ({ subject }) => subject)
    return new Map([...bySubject].map(([subject, all]) => [subject, all.map(({ event }) => event)]))
  })
}

async function everyRequest(stage: Stage, shop: Account) {
  const api = apiOf(stage, shop)
  const pages = []
  for (let page = 1; ; page++) {
    const { items, total } = await api.listRequests({ page, pageSize: PAGE })
    pages.push(...items)
    if (page * PAGE >= total) return new Map(pages.map((request) => [request.id, request]))
  }
}

type Played = { till: Wallet; before: Purse; asked: readonly Asked[] }

/**
 * Each address has received the sum of its payments. The sum stays there while the request is open; afterwards it has left in at
 * most as many transfers as it came in, and the wallet has received it, to the unit.
 */
export async function checkChain(
  stage: Stage,
  decryptor: Decryptor,
  { till, before, asked }: Played,
): Promise<Problem[]> {
  const moves = await movesOn(stage)
  const left = asked.values()
  const problems: Problem[] = []
  const one = async () => {
    for (const each of left) if (each.address !== till.address) problems.push(...(await misplaced(each)))
  }

  async function misplaced(request: Asked): Promise<Problem[]> {
    const { end, id, token } = request
    const address = request.address.toLowerCase() as Hex
    const due = unitsDue(request)
    const isOpen = ends[end].status === 'OPEN'
    const came = moves.filter(({ to }) => to === address)
    const times = moves.filter(({ from }) => from === address).length
    const handles = came.flatMap(({ handle }) => (handle === undefined ? [] : [handle]))
    const clear = await decryptor.read(address, handles)
    const received = came.reduce(
      (sum, { units = 0n, handle }) => sum + units + (handle ? (clear.get(handle) ?? 0n) : 0n),
      0n,
    )
    const purse = await purseOf(stage, decryptor, address)
    const isRight = isOpen || came.length === 0 ? times === 0 : times >= 1 && times <= came.length
    return [
      ...differs(`the chain has for ${end} ${id}`, received, due),
      ...differs(`the address of ${end} ${id} holds`, purse.stable + purse.cstable, isOpen ? due : 0n),
      ...(came.every((move) => (move.handle === undefined) === (token === 'STABLE'))
        ? []
        : [problem('lost', `${end} ${id} got another token`)]),
      ...(isRight ? [] : [problem('doubled', `${end} ${id} was collected ${times} times of ${came.length}`)]),
    ]
  }

  await Promise.all(Array.from({ length: AT_ONCE }, one))
  const now = await purseOf(stage, decryptor, till.address)
  for (const [token, kind] of [
    ['cSTABLE', 'cstable'],
    ['STABLE', 'stable'],
  ] as const) {
    const ended = asked.filter((request) => request.token === token && ends[request.end].status !== 'OPEN')
    const due = ended.reduce((sum, request) => sum + unitsDue(request), 0n)
    problems.push(...differs(`the wallet got in ${token}`, now[kind] - before[kind], due))
  }
  return problems
}

function differs(text: string, has: bigint, due: bigint): Problem[] {
  if (has === due) return []
  return [problem(has > due ? 'doubled' : 'lost', `${text} ${formatUnits(has)}, not ${formatUnits(due)}`)]
}

type Move = { from: Hex; to: Hex; units?: bigint; handle?: Hex }

/** Of both tokens since the beginning; addresses in lower case. A faucet that gives gas gives nothing of STABLE with it. */
async function movesOn({ info, firstBlock }: Stage): Promise<Move[]> {
  const filter = { address: [info.stable, info.cstable], fromBlock: `0x${firstBlock.toString(16)}`, toBlock: 'latest' }
  const logs = await rpc<Parameters<typeof parseEventLogs>[0]['logs']>(info.rpcUrl, 'eth_getLogs', filter)
  const lower = (address: string) => address.toLowerCase() as Hex
  return [
    ...parseEventLogs({ abi: stableAbi, logs, eventName: 'Transfer' })
      .map(({ args }) => {
        return { from: lower(args.from), to: lower(args.to), units: args.value }
      })
      .filter(({ units }) => units > 0n),
    ...parseEventLogs({ abi: cstableAbi, logs, eventName: 'ConfidentialTransfer' }).map(({ args }) => {
      return { from: lower(args.from), to: lower(args.to), handle: args.amount }
    }),
  ]
}

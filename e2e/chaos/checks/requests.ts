import { decodeEventLog, encodeEventTopics } from 'viem'
import { formatUnits } from '#shared/model/money.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { cstableAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { idOf, placeOf } from '../../../gateway/outbox/place.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'
import type { Heard, Receiver } from '../traffic/receiver.ts'
import type { Fate } from '../traffic/shop.ts'
import { purseOf } from './balances.ts'
import { type Problem, problem } from './check.ts'
import { type Decryptor, openDecryptor } from './decrypt.ts'

type Hex = `0x${string}`
type Move = { from: Hex; to: Hex; token: string; units: bigint }
export type Ended = { fate: Fate; request: PaymentRequest }

/** What a request of each fate may be in the end; `late`: a restore may forget the end before the payment, and find that first. */
const ends: Record<Fate, readonly PaymentRequest['status'][]> = {
  ...{ paid: ['PAID'], named: ['PAID'], 'in parts': ['PAID'], over: ['PAID'] },
  ...{ part: ['CANCELLED'], late: ['EXPIRED', 'PAID'], expired: ['EXPIRED'], cancelled: ['CANCELLED'] },
}

/** Requests beside the chain, which is read past gateway and proxies: what came, what left, what is with whom in the end. */
export async function checkRequests(stage: Stage, till: Hex, ended: readonly Ended[]): Promise<Problem[]> {
  const decryptor = await openDecryptor(stage)
  try {
    const moves = await movesOf(stage, decryptor, new Set(ended.map(({ request }) => request.address.toLowerCase())))
    const problems: Problem[] = []
    const whole = { STABLE: 0n, cSTABLE: 0n }
    for (const { fate, request } of ended) {
      const at = request.address.toLowerCase()
      const came = moves.filter(({ to }) => to.toLowerCase() === at)
      const left = moves.filter(({ from, units }) => from.toLowerCase() === at && units > 0n)
      const sum = (all: Move[]) => all.reduce((total, { units }) => total + units, 0n)
      const own = came.filter(({ token }) => token === request.token)
      const name = `request ${request.id} (${fate})`
      if (formatUnits(sum(own)) !== request.received)
        problems.push(problem('lost', `${name}: received ${request.received}, on chain ${formatUnits(sum(own))}`))
      if (!ends[fate].includes(request.status)) problems.push(problem('lost', `${name} is ${request.status}`))
      if (sum(left) > sum(came)) problems.push(problem('doubled', `${name}: more has left it than came`))
      if (left.length > came.length) problems.push(problem('doubled', `${name}: collected ${left.length} times`))
      const purse = await purseOf(stage, decryptor, request.address as Hex)
      if (purse.stable + purse.cstable > 0n) problems.push(problem('stuck', `${name} is not collected`))
      for (const { token, units } of came) whole[token as keyof typeof whole] += units
    }
    const has = await purseOf(stage, decryptor, till)
    for (const [token, units] of [
      ['STABLE', has.stable],
      ['cSTABLE', has.cstable],
    ] as const)
      if (units !== whole[token]) {
        const text = `the till has ${formatUnits(units)} ${token} of ${formatUnits(whole[token])}`
        problems.push(problem(units > whole[token] ? 'doubled' : 'lost', text))
      }
    return problems
  } finally {
    decryptor.close()
  }
}

/** What came to some addresses, and what left them. */
async function movesOf({ info, firstBlock }: Stage, decryptor: Decryptor, of: Set<string>): Promise<Move[]> {
  const [open = null] = encodeEventTopics({ abi: stableAbi, eventName: 'Transfer' })
  const [hidden = null] = encodeEventTopics({ abi: cstableAbi, eventName: 'ConfidentialTransfer' })
  const head = Number(await rpc<string>(info.rpcUrl, 'eth_blockNumber'))
  const moves: Move[] = []
  for (let from = firstBlock; from <= head; from += 1_000) {
    const range = { fromBlock: hex(from), toBlock: hex(Math.min(from + 999, head)) }
    type Log = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex }
    const logs = await rpc<Log[]>(info.rpcUrl, 'eth_getLogs', {
      ...range,
      address: [info.stable, info.cstable],
      topics: [[open, hidden]],
    })
    for (const { address, topics, data } of logs) {
      const isOpen = address.toLowerCase() === info.stable.toLowerCase()
      const { args } = decodeEventLog({ abi: isOpen ? stableAbi : cstableAbi, topics, data }) as unknown as {
        args: { from: Hex; to: Hex; value?: bigint; amount?: Hex }
      }
      const one = of.has(args.to.toLowerCase()) ? args.to : of.has(args.from.toLowerCase()) ? args.from : undefined
      if (one === undefined) continue
      const token = isOpen ? 'STABLE' : 'cSTABLE'
      const handle = args.amount ?? (topics[3] as Hex)
      const units = isOpen ? (args.value ?? 0n) : ((await decryptor.read(one, [handle])).get(handle) ?? 0n)
      moves.push({ from: args.from, to: args.to, token, units })
    }
  }
  return moves
}

const hex = (number: number) => `0x${number.toString(16)}`

const lastWord: Record<PaymentRequest['status'], string | undefined> = {
  ...{ OPEN: undefined, PAID: 'paid', EXPIRED: 'expired', CANCELLED: undefined },
}

/** What a webhook heard beside the outbox since the last restore, and beside what has become of each request. */
export async function checkHeard(
  stage: Stage,
  { heard, forged }: Receiver,
  accountId: string,
  ended: readonly Ended[],
): Promise<Problem[]> {
  const problems: Problem[] = forged.map((text) => problem('lost', `a webhook is not signed: ${text}`))
  const outbox = await outboxOf(stage, accountId)
  for (const id of outbox.keys()) if (!heard.has(id)) problems.push(problem('lost', `event ${id} was never delivered`))
  const first = Math.min(...[...outbox.values()].map(({ sequence }) => sequence))
  const all = [...heard.values()]
  for (const { id, sequence } of all)
    if (sequence >= first && !outbox.has(id)) problems.push(problem('doubled', `event ${id} never happened`))
  const own = Map.groupBy(all, ({ request }) => request)
  for (const { fate, request } of ended) {
    const events = own.get(request.id) ?? []
    if (!inOrder(events)) problems.push(problem('lost', `events of request ${request.id} came in another order`))
    const said = new Set(events.map(({ status }) => status))
    const word = lastWord[request.status]
    if (word !== undefined && !said.has(word))
      problems.push(problem('lost', `nobody was told that request ${request.id} (${fate}) is ${word}`))
    for (const status of ['paid', 'expired'])
      if (said.has(status) && !ends[fate].some((end) => lastWord[end] === status))
        problems.push(problem('doubled', `request ${request.id} (${fate}) was said to be ${status}`))
  }
  return problems
}

const inOrder = (events: readonly Heard[]) =>
  events.every(({ sequence }, index) => index === 0 || sequence > (events[index - 1]?.sequence ?? 0))

/** Events of requests since the last restore, by ID. */
export function outboxOf(stage: Stage, accountId: string): Promise<Map<string, { sequence: number }>> {
  return stage.withStore(async ({ db, keys }) => {
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('kind', '=', 'request')
      .execute()
    return new Map(
      rows.map((row) => {
        const sequence = Number(row.sequence)
        return [idOf(placeOf(keys, { ...row, sequence, createdAt: Number(row.createdAt) })), { sequence }]
      }),
    )
  })
}

import { formatUnits, parseAmount } from '#shared/model/money.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { type Asked, ends } from '../traffic/requests.ts'
import type { Wallet } from '../traffic/wallets.ts'
import { type Problem, problem } from './check.ts'
import { readPurses } from './check-restored.ts'

const UNITS_PER_CENT = 10_000n
const PAGE = 100

type Played = {
  shop: Account
  till: Wallet
  /** Units of cSTABLE that the wallet had before. */
  before: bigint
  asked: readonly Asked[]
  heard: ReadonlyMap<string, readonly string[]>
}

/**
 * The amount received of each request is the amount that was paid to it; its address holds that amount while the request is
 * open, and nothing afterwards; the wallet holds the sum that was collected, to the unit; and the receiver of webhooks has heard
 * of each change in order, and of nothing else.
 */
export async function checkRequests(stage: Stage, { shop, till, before, asked, heard }: Played): Promise<Problem[]> {
  const rows = await everyRequest(stage, shop)
  const purses = await readPurses(stage)
  const holds = (address: string) => purses.get(address.toLowerCase())?.cstable ?? 0n
  const problems: Problem[] = []
  const differs = (text: string, has: bigint, due: bigint) => {
    if (has !== due)
      problems.push(problem(has > due ? 'doubled' : 'lost', `${text} ${formatUnits(has)}, not ${formatUnits(due)}`))
  }
  let collected = 0n
  for (const { id, end, address } of asked) {
    const { cents, status, told } = ends[end]
    const row = rows.get(id)
    const due = cents.reduce((sum, each) => sum + BigInt(each), 0n) * UNITS_PER_CENT
    if (row?.status !== status) problems.push(problem('stuck', `${end} ${id} is ${row?.status}`))
    differs(`${end} ${id} received`, parseAmount(row?.received ?? '') ?? 0n, due)
    differs(`the address of ${end} ${id} holds`, holds(address), status === 'OPEN' ? due : 0n)
    if (status !== 'OPEN') collected += due
    if (row?.overpaid !== (end === 'overpaid') || row.late !== (end === 'late'))
      problems.push(problem('lost', `${end} ${id} says overpaid ${row?.overpaid}, late ${row?.late}`))
    problems.push(...unheard(id, end, told, heard.get(id) ?? []))
  }
  differs('the wallet collected', holds(till.address) - before, collected)
  return problems
}

/** Two payments of one block are one change. */
function unheard(id: string, end: Asked['end'], told: readonly string[], heard: readonly string[]): Problem[] {
  const first = [...new Set(heard)].join(', ')
  const isTold = first === told.join(', ') || (end === 'paid twice' && first === 'request.paid')
  return isTold ? [] : [problem('lost', `${end} ${id}: heard ${heard.join(', ') || 'nothing'}`)]
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

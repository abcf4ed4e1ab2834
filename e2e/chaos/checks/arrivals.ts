import { transactionOf } from '../../../gateway/transactions/store.ts'
import type { Stage } from '../stage.ts'
import type { Entry } from './books.ts'
import type { Problem } from './check.ts'
import type { Decryptor } from './decrypt.ts'
import type { Mined } from './ledger.ts'

type Hex = `0x${string}`

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type Row = { id: string; address: Hex; token: string; hash: Hex | null; units: bigint | undefined }

/**
 * What wallets are told that they received: no more than the chain shows, each move once, and at least what other wallets
 * of the gateway have paid them and settled.
 */
export async function checkArrivals(
  stage: Stage,
  decryptor: Decryptor,
  books: Entry[],
  mined: Mined[],
): Promise<Problem[]> {
  const rows = await received(stage)
  const problems: Problem[] = []
  const byHash = new Map(mined.map((one) => [one.hash, one]))
  for (const [hash, some] of Map.groupBy(rows, (row) => row.hash)) {
    const moves = await movesOf(decryptor, hash === null ? undefined : byHash.get(hash))
    for (const row of some) {
      const found = moves.findIndex((move) => same(move.to, row.address) && (row.units ?? move.units) === move.units)
      if (found < 0)
        problems.push({ kind: 'doubled', text: `RECEIVE ${row.id} of ${row.units} by ${hash} is not on chain` })
      else moves.splice(found, 1)
    }
  }
  for (const { id, type, status, waitingFor, toAddress: to, txHash: hash, units } of books) {
    if (type !== 'TRANSFER' || status !== 'SETTLED' || waitingFor !== null || to === null) continue
    if (same(to, stage.operator.address) || !decryptor.holders.has(to.toLowerCase())) continue
    const told = rows.filter((row) => row.hash === hash && same(row.address, to) && row.units === units)
    if (told.length !== 1) {
      const kind = told.length > 1 ? 'doubled' : 'lost'
      problems.push({ kind, text: `TRANSFER ${id} over ${units} is ${told.length} times what ${to} received` })
    }
  }
  return problems
}

async function received(stage: Stage): Promise<Row[]> {
  return stage.withStore(async ({ db, keys }) => {
    const rows = await db.selectFrom('transactions').selectAll().where('type', '=', 'RECEIVE').execute()
    return rows.map((row) => {
      const { id, toAddress, token, txHash: hash, units, unknown } = transactionOf(keys, row)
      return { id, address: toAddress ?? '0x', token, hash, units: unknown ? undefined : units }
    })
  })
}

async function movesOf(decryptor: Decryptor, one: Mined | undefined): Promise<{ to: Hex; units: bigint }[]> {
  if (one === undefined || !one.success) return []
  const hidden = one.hidden.map(async ({ from, to, handle }) => {
    const asker = [from, to].find((address) => decryptor.holders.has(address.toLowerCase())) ?? from
    return { to, units: (await decryptor.read(asker, [handle])).get(handle) ?? 0n }
  })
  return [...one.public.map(({ to, units }) => ({ to, units })), ...(await Promise.all(hidden))]
}

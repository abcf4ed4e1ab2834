import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '#shared/model/transaction.ts'
import { rpcBatch } from '../rpc.ts'
import type { Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'

export type InFlight = { id: string; accountId: string }

/** What came in comes and goes with the chain. */
const CALLS = `SELECT id, account_id AS "accountId" FROM transactions WHERE type <> 'RECEIVE'`

/** What the gateway has begun and not ended, as its database says, past its API. */
export function inFlight({ database }: Stage): Promise<InFlight[]> {
  return database.select(`${CALLS} AND (status IN ('PENDING', 'SETTLING') OR waiting_for IS NOT NULL)`)
}

export function everyTransaction({ database }: Stage): Promise<InFlight[]> {
  return database.select(CALLS)
}

/** Reads transactions as their owners do until each has come to its end. Gives those that have not within the time. */
export async function readToTheEnd(stage: Stage, transactions: InFlight[], withinMs: number): Promise<InFlight[]> {
  const deadline = performance.now() + withinMs
  const left = new Set(transactions)
  await Promise.all(
    transactions.map(async (transaction) => {
      while (performance.now() < deadline) {
        if (await hasEnded(stage, transaction)) {
          left.delete(transaction)
          return
        }
        await sleep(50)
      }
    }),
  )
  return [...left]
}

async function hasEnded(stage: Stage, { id, accountId }: InFlight): Promise<boolean> {
  const account = stage.accounts.find((one) => one.id === accountId)
  // The operator's own, which nobody reads through the API.
  if (account === undefined) return (await inFlight(stage)).every((one) => one.id !== id)
  try {
    const { transaction } = await apiOf(stage, account).getTransaction({ id })
    const isOver = transaction.status === 'SETTLED' || transaction.status === 'FAILED'
    return isOver && transaction.waitingFor === null && (await isOnChain(stage, transaction))
  } catch {
    return false
  }
}

/**
 * A read waits for its look a moment only, and then answers what is stored: what has settled may read so although a
 * reorganisation took it back, until a look has sent it again. The node still shows receipts of blocks that are gone.
 */
async function isOnChain({ info }: Stage, transaction: Transaction): Promise<boolean> {
  if (transaction.status !== 'SETTLED') return true
  const hashes = [transaction.txHash, transaction.settlementTxHash].filter((hash) => hash !== null)
  const ask = <Answer>(method: string, params: readonly unknown[][]) =>
    rpcBatch<Answer | null>(
      info.rpcUrl,
      params.map((each) => ({ method, params: each })),
    )
  const receipts = await ask<{ blockNumber: string; blockHash: string }>(
    'eth_getTransactionReceipt',
    hashes.map((hash) => [hash]),
  )
  const places = receipts.filter((receipt) => receipt !== null)
  const blocks = await ask<{ hash: string }>(
    'eth_getBlockByNumber',
    places.map(({ blockNumber }) => [blockNumber, false]),
  )
  return places.length === hashes.length && places.every(({ blockHash }, at) => blocks[at]?.hash === blockHash)
}

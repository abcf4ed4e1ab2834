import { getAbiItem } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi } from '../../../contracts/abis.ts'
import type { Computation } from '../../../fhe/computations.ts'
import { ChainUnavailable } from '../../port.ts'
import { createHeaders } from '../lineage/headers.ts'
import { provenIn } from '../lineage/lineage.ts'
import { ask, type Client } from '../rpc/client.ts'

const event = getAbiItem({ abi: cstableAbi, name: 'ConfidentialTransfer' })

/** Blocks asked for at a time: nodes allow from ten to some thousands, and do not say how many. */
const RANGE = { first: 1_000, least: 10 }
/** A day of Sepolia at a thousand blocks, half an hour at ten. */
const QUESTIONS_MAX = 20
/** Receipts and headers asked for at a time. */
const AT_ONCE = 5

/** A transaction that moved the token, and all that the executor computed in it, in order. */
export type Moved = { hash: Hex; block: number; handles: Hex[]; computations: Computation[] }
/** `from`: the oldest block that was looked at. */
export type Newest = { moved: Moved[]; from: number; to: number }

/** The newest transactions that moved a confidential token, newest first, at most so many. Nothing is sent, and no key is needed. */
export async function newestTransfers(client: Client, token: Address, most: number): Promise<Newest> {
  const to = Number(await ask('newest block', () => client.getBlockNumber()))
  const found = new Map<Hex, { block: number; handles: Hex[] }>()
  let range = RANGE.first
  let next = to
  for (let asked = 0; asked < QUESTIONS_MAX && next >= 0 && found.size < most; asked++) {
    const fromBlock = Math.max(0, next - range + 1)
    const logs = await logsOf(client, token, fromBlock, next).catch((error: unknown) => {
      if (range <= RANGE.least) throw error
      return undefined
    })
    if (logs === undefined) {
      range = Math.max(RANGE.least, Math.floor(range / 10))
      continue
    }
    for (const { transactionHash: hash, blockNumber, args } of logs.reverse()) {
      const known = found.get(hash) ?? { block: Number(blockNumber), handles: [] }
      found.set(hash, { ...known, handles: [args.amount, ...known.handles] })
    }
    next = fromBlock - 1
  }
  const newest = [...found].slice(0, most)
  const headers = createHeaders()
  const moved: Moved[] = []
  for (let start = 0; start < newest.length; start += AT_ONCE) {
    const some = newest.slice(start, start + AT_ONCE).map(async ([hash, { block, handles }]) => {
      const receipt = await ask('receipt', () => client.getTransactionReceipt({ hash }))
      if (receipt.transactionHash !== hash) throw new ChainUnavailable('The chain answered with another receipt')
      const header = await headers.of(client, receipt.blockHash)
      return { hash, block, handles, computations: provenIn(receipt.logs, header) }
    })
    moved.push(...(await Promise.all(some)))
  }
  return { moved, from: next + 1, to }
}

function logsOf(client: Client, address: Address, from: number, to: number) {
  return ask('transfers of the token', () =>
    client.getLogs({ address, event, fromBlock: BigInt(from), toBlock: BigInt(to), strict: true }),
  )
}

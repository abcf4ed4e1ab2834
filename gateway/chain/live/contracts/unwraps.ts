import { getAbiItem, type Hex, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, olderWrapperAbi } from '../../../contracts/abis.ts'
import { SearchUnfinished } from '../../unavailable.ts'
import type { Client } from '../rpc/client.ts'
import { isRefused } from '../rpc/refused.ts'

/**
 * The event in both forms of the wrapper: the older form names the handle of the burned amount alone, which is the request's
 * ID.
 */
const requested = [
  getAbiItem({ abi: cstableAbi, name: 'UnwrapRequested' }),
  getAbiItem({ abi: olderWrapperAbi, name: 'UnwrapRequested' }),
] as const

/** Blocks of logs asked for at a time: what most public RPCs allow, and what all do. */
const RANGE = { first: 5_000, least: 10 }
/** Questions of one call: most of a year of a live network, where the node gives the first range. */
const QUESTIONS_A_CALL = 300

type Logs = Parameters<typeof parseEventLogs>[0]['logs']

/** Requests that logs of a wrapper say it has opened, in order. */
export function unwrapsIn(logs: Logs): { receiver: Address; request: Hex }[] {
  return parseEventLogs({ abi: requested, logs }).map(({ args }) => {
    return { receiver: args.receiver, request: 'unwrapRequestId' in args ? args.unwrapRequestId : args.amount }
  })
}

/** `isOlder`: of before OpenZeppelin 0.4.0, which cannot be asked about a request. */
export type Wrapper = { address: Address; isOlder: boolean }

/**
 * Finds what finalized a request: an open one is still known to the token; a paid one has left an event. A call that does not
 * come to the end throws `SearchUnfinished`; the next one for the same blocks goes on there.
 */
export function createPayoutSearch(client: Client, wrapper: Wrapper) {
  /** Searches that have not come to an end, each with the block that comes next: of one request one for each bound. */
  const progress = new Map<string, number>()
  /** Of blocks that the node has given last. */
  let range = RANGE.first
  return async (request: Hex, from: number, within = Number.MAX_SAFE_INTEGER) => {
    if (!wrapper.isOlder && (await isOpen(client, wrapper.address, request))) return undefined
    const search = `${request} ${within}`
    const head = Math.min(Number(await client.getBlockNumber()), from + within)
    const next = progress.get(search) ?? from
    // From the start where a head was told in error, or another search has come elsewhere.
    let start = next >= from && next <= head ? next : from
    range = Math.min(range * 2, RANGE.first)
    for (let asked = 0; start <= head; asked++) {
      if (asked === QUESTIONS_A_CALL) throw new SearchUnfinished('A payout may be in later blocks: ask again')
      const tried = range
      const end = Math.min(start + tried - 1, head)
      const found = await finalizedIn(client, wrapper, request, start, end).catch((error: unknown) => {
        if (tried <= RANGE.least || !isRefused(error)) throw error
        range = Math.min(range, Math.max(RANGE.least, Math.floor(tried / 2)))
        return 'refused' as const
      })
      if (found === 'refused') continue
      if (found !== undefined) {
        progress.delete(search)
        const { transactionHash: hash, blockNumber, args } = found
        return { hash, block: Number(blockNumber), units: args.cleartextAmount }
      }
      start = end + 1
      progress.set(search, start)
    }
    progress.delete(search)
    return undefined
  }
}

async function isOpen(client: Client, address: Address, request: Hex): Promise<boolean> {
  const query = { address, abi: cstableAbi, functionName: 'unwrapRequester', args: [request] } as const
  return !isAddressEqual(await client.readContract(query), zeroAddress)
}

async function finalizedIn(client: Client, { address, isOlder }: Wrapper, request: Hex, from: number, to: number) {
  const range = { address, eventName: 'UnwrapFinalized', fromBlock: BigInt(from), toBlock: BigInt(to) } as const
  if (!isOlder) {
    const args = { unwrapRequestId: request }
    return (await client.getContractEvents({ ...range, abi: cstableAbi, args, strict: true }))[0]
  }
  const all = await client.getContractEvents({ ...range, abi: olderWrapperAbi, strict: true })
  return all.find(({ args }) => args.encryptedAmount === request)
}

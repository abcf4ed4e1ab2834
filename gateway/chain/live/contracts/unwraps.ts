import { getAbiItem, type Hex, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, olderWrapperAbi } from '../../../contracts/abis.ts'
import type { Client } from '../rpc/client.ts'

/**
 * The event in both forms of the wrapper: the older form names the handle of the burned amount alone, which is the request's
 * ID.
 */
const requested = [
  getAbiItem({ abi: cstableAbi, name: 'UnwrapRequested' }),
  getAbiItem({ abi: olderWrapperAbi, name: 'UnwrapRequested' }),
] as const

/** Blocks of logs asked for at a time: what public RPCs allow. */
const LOG_RANGE = 5_000

type Logs = Parameters<typeof parseEventLogs>[0]['logs']

/** Requests that logs of a wrapper say it has opened, in order. */
export function unwrapsIn(logs: Logs): { receiver: Address; request: Hex }[] {
  return parseEventLogs({ abi: requested, logs }).map(({ args }) => {
    return { receiver: args.receiver, request: 'unwrapRequestId' in args ? args.unwrapRequestId : args.amount }
  })
}

/** `isOlder`: of before OpenZeppelin 0.4.0, which cannot be asked about a request. */
export type Wrapper = { address: Address; isOlder: boolean }

/** What finalized a request: an open one is still known to the token; a paid one has left an event. */
export async function searchPayout(client: Client, wrapper: Wrapper, request: Hex, from: number, within?: number) {
  if (!wrapper.isOlder && (await isOpen(client, wrapper.address, request))) return undefined
  const head = Math.min(Number(await client.getBlockNumber()), from + (within ?? Number.MAX_SAFE_INTEGER))
  for (let start = from; start <= head; start += LOG_RANGE) {
    const log = await finalizedIn(client, wrapper, request, start, Math.min(start + LOG_RANGE - 1, head))
    if (log !== undefined) return { hash: log.transactionHash, block: Number(log.blockNumber) }
  }
  return undefined
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

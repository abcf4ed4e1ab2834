import { isDeepStrictEqual } from 'node:util'
import { encodeEventTopics, getAddress, type Hex, pad } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../contracts/abis.ts'
import { type Chain, ChainUnavailable, type Tokens } from '../port.ts'
import type { TokenMove } from '../token-move.ts'
import { ask, type Client } from './rpc/client.ts'
import { despiteLag } from './rpc/lag.ts'
import { isRefused } from './rpc/refused.ts'

type Moves = Pick<Chain, 'movesTo' | 'movesIn'>

/** As a node writes it. What is in no block yet has no place. */
export type Log = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex | null
  blockHash: Hex | null
  transactionHash: Hex
  logIndex: Hex | null
  removed?: boolean
}

const [PUBLIC] = encodeEventTopics({ abi: stableAbi, eventName: 'Transfer' })
const [HIDDEN] = encodeEventTopics({ abi: cstableAbi, eventName: 'ConfidentialTransfer' })
const EVENTS = [PUBLIC, HIDDEN] as Hex[]

type Filter = { topics: (Hex[] | null)[]; blockHash?: Hex; fromBlock?: Hex; toBlock?: Hex }

const hex = (block: number): Hex => `0x${block.toString(16)}`

/** `confirming`: further nodes, each of which must show the same. */
export function createMoves(client: Client, { tokens, confirming }: { tokens: Tokens; confirming: Client[] }): Moves {
  const address = [tokens.stable.address, tokens.cstable.address]

  async function logsOf(node: Client, filter: Filter): Promise<TokenMove[]> {
    const request = { method: 'eth_getLogs', params: [{ address, ...filter }] } as never
    const logs = (await despiteLag(() => node.request(request)).catch((error: unknown) => {
      const block = filter.fromBlock === filter.toBlock ? (filter.blockHash ?? filter.fromBlock) : undefined
      if (block === undefined || !isRefused(error)) throw error
      return logsInReceipts(node, block, filter).catch(() => Promise.reject(error))
    })) as Log[]
    return movesOf(logs, tokens)
  }

  async function agreedLogs(filter: Filter): Promise<TokenMove[]> {
    const [first = [], ...others] = await Promise.all([client, ...confirming].map((node) => logsOf(node, filter)))
    if (others.every((other) => isDeepStrictEqual(other, first))) return first
    throw new ChainUnavailable('The nodes do not agree on what was moved')
  }

  /** The depth of moves that were not asked for is not known: an answer with such moves is refused. */
  async function asAsked(filter: Filter, isAsked: (move: TokenMove) => boolean): Promise<TokenMove[]> {
    const moves = await agreedLogs(filter)
    if (moves.every(isAsked)) return moves
    throw new ChainUnavailable('The node answered with moves that it was not asked for')
  }

  return {
    movesTo: (addresses, fromBlock, toBlock) =>
      ask('moves', () => {
        const to = addresses.map((each) => pad(each.toLowerCase() as Hex))
        const asked = new Set(addresses.map((each) => each.toLowerCase()))
        return asAsked(
          { fromBlock: hex(fromBlock), toBlock: hex(toBlock), topics: [EVENTS, null, to] },
          (move) => move.block >= fromBlock && move.block <= toBlock && asked.has(move.to.toLowerCase()),
        )
      }),

    movesIn: (blockHash) =>
      ask('moves of a block', () => {
        return asAsked({ blockHash, topics: [EVENTS] }, (move) => move.blockHash === blockHash)
      }),
  }
}

/**
 * What a filter asks for, where one block has more of it than the node gives: a contract can fill a block with transfers of
 * nothing. Receipts have no such limit.
 */
async function logsInReceipts(node: Client, block: Hex, { topics: wanted }: Filter): Promise<Log[]> {
  const receipts = (await node.request({ method: 'eth_getBlockReceipts', params: [block] } as never)) as
    | { logs: Log[] }[]
    | null
  if (receipts === null) throw new ChainUnavailable('The node lacks the receipts of a block')
  const isWanted = ({ topics }: Log) => wanted.every((some, at) => some?.includes(topics[at] as Hex) ?? true)
  return receipts.flatMap(({ logs }) => logs).filter(isWanted)
}

/** In the order of the chain, each with its number among moves of the same token to the same address in its transaction. */
function movesOf(logs: readonly Log[], tokens: Tokens): TokenMove[] {
  const count = new Map<string, number>()
  const moves = eachOnce(logs.flatMap((log) => moveOf(log, tokens) ?? []))
  return moves
    .toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    .map((move) => {
      const name = [move.hash, move.units === undefined, move.to].join()
      const position = count.get(name) ?? 0
      count.set(name, position + 1)
      return { ...move, position }
    })
}

type Unnumbered = Omit<TokenMove, 'position'>

/** A node, or a balancer that asks several, may tell one log more than once. Of two stories about one log neither is believed. */
function eachOnce(moves: readonly Unnumbered[]): Unnumbered[] {
  const found = new Map<string, Unnumbered>()
  for (const move of moves) {
    const name = [move.blockHash, move.hash, move.logIndex].join()
    const same = found.get(name) ?? move
    if (!isDeepStrictEqual(same, move)) throw new ChainUnavailable('The node tells one log in two ways')
    found.set(name, same)
  }
  return [...found.values()]
}

/** Undefined for what is no such event, whatever a node was asked for, for what it takes back, and what is in no block yet. */
function moveOf(log: Log, { stable, cstable }: Tokens): Unnumbered | undefined {
  const { topics, data, address, removed, blockNumber, blockHash, logIndex } = log
  const [event, from, to, handle] = topics
  if (blockNumber === null || blockHash === null || logIndex === null) return undefined
  if (removed === true || from === undefined || to === undefined) return undefined
  const isOf = (token: Address) => address.toLowerCase() === token.toLowerCase()
  const isPublic = event === PUBLIC && isOf(stable.address) && /^0x[0-9a-f]{64}$/.test(data)
  const isHidden = event === HIDDEN && isOf(cstable.address)
  if (!isPublic && !(isHidden && handle !== undefined)) return undefined
  return {
    hash: log.transactionHash,
    block: Number(blockNumber),
    blockHash,
    logIndex: Number(logIndex),
    from: getAddress(`0x${from.slice(26)}`),
    to: getAddress(`0x${to.slice(26)}`),
    ...(isPublic ? { units: BigInt(data) } : { handle: handle as Hex }),
  }
}

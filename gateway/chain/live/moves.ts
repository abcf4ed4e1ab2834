import { isDeepStrictEqual } from 'node:util'
import { encodeEventTopics, getAddress, type Hex, pad } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../contracts/abis.ts'
import { type Chain, ChainUnavailable, type Tokens } from '../port.ts'
import type { TokenMove } from '../token-move.ts'
import { ask, type Client } from './rpc/client.ts'
import { despiteLag } from './rpc/lag.ts'

type Moves = Pick<Chain, 'movesTo' | 'movesIn'>

/** As a node writes it. Not every node says the time of the block. */
type Log = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  blockTimestamp?: Hex
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}

const [PUBLIC] = encodeEventTopics({ abi: stableAbi, eventName: 'Transfer' })
const [HIDDEN] = encodeEventTopics({ abi: cstableAbi, eventName: 'ConfidentialTransfer' })
const EVENTS = [PUBLIC, HIDDEN] as Hex[]

const hex = (block: number): Hex => `0x${block.toString(16)}`

/** `confirming`: further nodes, each of which must show the same. */
export function createMoves(client: Client, { tokens, confirming }: { tokens: Tokens; confirming: Client[] }): Moves {
  const address = [tokens.stable.address, tokens.cstable.address]

  async function logsOf(node: Client, filter: object): Promise<TokenMove[]> {
    const request = { method: 'eth_getLogs', params: [{ address, ...filter }] } as never
    const logs = (await despiteLag(() => node.request(request))) as Log[]
    return movesOf(logs, tokens)
  }

  async function agreedLogs(filter: object): Promise<TokenMove[]> {
    const [first = [], ...others] = await Promise.all([client, ...confirming].map((node) => logsOf(node, filter)))
    if (others.every((other) => isDeepStrictEqual(other.map(untimed), first.map(untimed)))) return first
    throw new ChainUnavailable('The nodes do not agree on what was moved')
  }

  return {
    movesTo: (addresses, fromBlock, toBlock) =>
      ask('moves', () => {
        const to = addresses.map((each) => pad(each.toLowerCase() as Hex))
        return agreedLogs({ fromBlock: hex(fromBlock), toBlock: hex(toBlock), topics: [EVENTS, null, to] })
      }),

    movesIn: (blockHash) => ask('moves of a block', () => agreedLogs({ blockHash, topics: [EVENTS] })),
  }
}

/** Nodes of one chain need not all say the time. */
const untimed = ({ time: _, ...move }: TokenMove) => move

/** In the order of the chain, each with its number among moves of the same token to the same address in its transaction. */
function movesOf(logs: readonly Log[], tokens: Tokens): TokenMove[] {
  const count = new Map<string, number>()
  const inOrder = logs.toSorted((a, b) => order(a.blockNumber, b.blockNumber) || order(a.logIndex, b.logIndex))
  return inOrder.flatMap((log) => {
    const move = moveOf(log, tokens)
    if (move === undefined) return []
    const name = [log.transactionHash, log.address, move.to].join()
    const position = count.get(name) ?? 0
    count.set(name, position + 1)
    return [{ ...move, position }]
  })
}

const order = (a: Hex, b: Hex) => Number(a) - Number(b)

/** Undefined for what is no such event, whatever a node was asked for, and for what it takes back. */
function moveOf(log: Log, { stable, cstable }: Tokens): Omit<TokenMove, 'position'> | undefined {
  const { topics, data, address, removed } = log
  const [event, from, to, handle] = topics
  if (removed === true || from === undefined || to === undefined) return undefined
  const isOf = (token: Address) => address.toLowerCase() === token.toLowerCase()
  const isPublic = event === PUBLIC && isOf(stable.address) && /^0x[0-9a-f]{64}$/.test(data)
  const isHidden = event === HIDDEN && isOf(cstable.address)
  if (!isPublic && !(isHidden && handle !== undefined)) return undefined
  return {
    hash: log.transactionHash,
    block: Number(log.blockNumber),
    blockHash: log.blockHash,
    ...(log.blockTimestamp === undefined ? {} : { time: Number(log.blockTimestamp) }),
    from: getAddress(`0x${from.slice(26)}`),
    to: getAddress(`0x${to.slice(26)}`),
    ...(isPublic ? { units: BigInt(data) } : { handle: handle as Hex }),
  }
}

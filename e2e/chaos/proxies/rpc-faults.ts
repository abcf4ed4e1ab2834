import { setTimeout as sleep } from 'node:timers/promises'
import { fhevm } from '../../../gateway/fhe/host.ts'
import type { Random } from '../random.ts'
import { nodeBehind } from './node-behind.ts'
import {
  about,
  type Call,
  every,
  later,
  numberIn,
  type RpcFault,
  refusal,
  result,
  sending,
  toHex,
} from './rpc-fault.ts'
import { jsonReply, type Reply } from './server.ts'

const HOLD_MS = 12_000

/** The ways in which a node lies, or the network to it breaks. Each meets some of the calls it is about, not all. */
export const rpcFaults = {
  'reply dropped after sending': sending(async (_, { pass }) => {
    await pass()
    return 'dropped'
  }),
  'refused after sending': sending(async (call, { pass }) => {
    await pass()
    return refusal(call, 'transaction rejected')
  }),
  'refused, sent later': sending(async (call, { pass, random }) => {
    later(random.between(300, 2_500), pass)
    return refusal(call, 'transaction rejected')
  }),
  'refused, never sent': sending(async (call) => refusal(call, 'transaction rejected')),
  'accepted, never sent': sending(async (call, { random }) => {
    // A node that forgets: the first tries are lost, so that somebody has to send again.
    if (random.chance(0.3)) return undefined
    return result(call, `0x${'1'.repeat(64)}`)
  }),
  'sent twice': sending(async (_, { pass }) => {
    const [first] = await Promise.all([pass(), pass()])
    return first
  }),
  'already known': sending(async (call, { pass }) => {
    await pass()
    return refusal(call, 'already known')
  }),
  'nonce too low': sending(async (call, { pass, random }) => {
    if (random.chance(0.5)) await pass()
    return refusal(call, 'nonce too low: next nonce 9, tx nonce 8')
  }),
  'nonce too high': sending(async (call) => refusal(call, 'nonce too high')),
  'replacement underpriced': sending(async (call) => refusal(call, 'replacement transaction underpriced')),
  'stale nonces': about('eth_getTransactionCount', 0.6, async (call, { pass, random }) => {
    const count = numberIn(await pass())
    return count === undefined ? undefined : result(call, toHex(Math.max(0, count - random.between(1, 5))))
  }),
  'null receipts': about('eth_getTransactionReceipt', 0.8, async (call) => result(call, null)),
  'wrong chain ID': (call, { random }) => {
    if (call.method === 'eth_chainId') return Promise.resolve(result(call, '0x1'))
    if (call.method !== 'eth_sendRawTransaction' || !random.chance(0.6)) return undefined
    return Promise.resolve(refusal(call, 'invalid chain id for signer: have 11155111 want 1'))
  },
  'HTTP 429': every(0.5, async () => jsonReply(429, { error: 'slow down' }, { 'retry-after': '1' })),
  'HTTP 503': every(0.5, async () => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>503</h1>' })),
  slow: every(0.7, async (_, { pass, random, over }) => {
    await sleep(random.between(200, 1_500), undefined, { signal: over }).catch(() => {})
    return pass()
  }),
  hang: every(0.4, async (_, { over }) => {
    await sleep(HOLD_MS, undefined, { signal: over }).catch(() => {})
    return 'dropped'
  }),
  'truncated JSON': every(0.4, async (_, { pass }) => ({ cut: await pass() })),
  'connection reset': every(0.4, async () => 'dropped'),
  'receipt, then reorganisation': about('eth_getTransactionReceipt', 0.35, async (_, { pass, rollback, random }) => {
    const receipt = await pass()
    const seen = String(receipt.body).includes('blockHash')
    return seen && (await rollback(random.between(1, 4))) ? receipt : undefined
  }),
  'receipt of an abandoned block': about('eth_getTransactionReceipt', 1, async (call, { pass, rollback, random }) => {
    const truth = receiptIn(await pass())
    const hash = String(call.params[0])
    const shown = abandoned.get(hash)
    // It goes on showing what it has shown, until the transaction is mined again.
    if (truth === undefined) return shown && result(call, shown)
    if (shown !== undefined || !random.chance(0.35) || !(await rollback(random.between(1, 4)))) return undefined
    abandoned.set(hash, truth)
    return result(call, truth)
  }),
  'foreign logs': about('eth_getTransactionReceipt', 0.6, async (call, { pass }) => {
    const truth = await pass()
    const receipt = receiptIn(truth)
    const other = lastReceipt
    if (receipt !== undefined) lastReceipt = receipt
    if (receipt === undefined || other === undefined || other.transactionHash === receipt.transactionHash) return truth
    return result(call, { ...receipt, logs: other.logs })
  }),
  'invented computations': about('eth_getTransactionReceipt', 0.8, async (call, { pass, random }) => {
    const receipt = receiptIn(await pass())
    return receipt === undefined ? undefined : result(call, { ...receipt, logs: receipt.logs.map(inventing(random)) })
  }),
  'receipt of what was not mined': about('eth_getTransactionReceipt', 0.8, async (call, { pass }) => {
    const truth = await pass()
    const receipt = receiptIn(truth)
    if (receipt !== undefined) {
      lastReceipt = receipt
      return truth
    }
    return lastReceipt === undefined ? truth : result(call, { ...lastReceipt, transactionHash: call.params[0] })
  }),
  'false revert': about('eth_getTransactionReceipt', 0.7, async (call, { pass }) => {
    const receipt = receiptIn(await pass())
    return receipt === undefined ? undefined : result(call, { ...receipt, status: '0x0', logs: [] })
  }),
  'invented rival': (call, { random, pass }) => {
    if (call.method === 'eth_getTransactionReceipt' && random.chance(0.5)) return Promise.resolve(result(call, null))
    if (call.method === 'eth_getTransactionCount') return pass().then((reply) => countedOn(call, reply))
    if (call.method === 'eth_getBlockByNumber' && call.params[1] === true) {
      return pass().then((reply) => withInvented(call, reply))
    }
    return undefined
  },
  'two nodes, some blocks apart': every(0.5, nodeBehind),
  'pruned state': async (call, { head }) => {
    const block = Number(call.params[stateAt[call.method] ?? -1] ?? Number.NaN)
    if (!(block < (await head()) - STATES_KEPT)) return undefined
    return refusal(call, 'missing trie node')
  },
} as const satisfies Record<string, RpcFault>

type RawLog = { address: string; data: string }
type RawReceipt = { transactionHash: string; logs: RawLog[] }

/** The executor computed something else: other operands, another number, another result. */
function inventing(random: Random): (log: RawLog) => RawLog {
  return (log) => {
    if (log.address.toLowerCase() !== fhevm.executor.toLowerCase() || !random.chance(0.5)) return log
    const words = log.data.slice(2).match(/.{64}/g) ?? []
    const at = random.between(0, words.length - 1)
    const invented = words.map((word, index) => (index === at ? (words[(at + 1) % words.length] ?? word) : word))
    return { ...log, data: `0x${invented.join('')}` }
  }
}

/** How many blocks back a node knows the state, and which parameter names the block of a question about it. */
const STATES_KEPT = 64
const stateAt: Record<string, number> = { eth_getTransactionCount: 1, eth_getBalance: 1, eth_call: 1, eth_getCode: 1 }

/** Receipts whose blocks were taken back right after they were shown. */
const abandoned = new Map<string, RawReceipt>()

/** What the node has shown before, to be shown again as something else. */
let lastReceipt: RawReceipt | undefined
let asked: { sender: string; nonce: number } | undefined

function receiptIn(reply: Reply): RawReceipt | undefined {
  const { result: value } = JSON.parse(String(reply.body)) as { result?: RawReceipt | null }
  return value ?? undefined
}

/** One more than there are: a nonce that nobody has used seems to be. */
function countedOn(call: Call, reply: Reply): Reply {
  const count = numberIn(reply)
  if (count === undefined) return reply
  asked = { sender: String(call.params[0]), nonce: count }
  return result(call, toHex(count + 1))
}

/** A transaction in a block that nobody has signed, at that nonce. */
function withInvented(call: Call, reply: Reply): Reply {
  const { result: block } = JSON.parse(String(reply.body)) as { result?: { transactions: object[] } | null }
  const [template] = block?.transactions ?? []
  if (block === null || block === undefined || template === undefined || asked === undefined) return reply
  const invented = { ...template, from: asked.sender, nonce: toHex(asked.nonce), hash: `0x${'e'.repeat(64)}` }
  return result(call, { ...block, transactions: [...block.transactions, invented] })
}

export type RpcFaultName = keyof typeof rpcFaults
/** Those that any traffic meets: of pruned state nobody hears who does not look far back. */
export const rpcFaultNames = (Object.keys(rpcFaults) as RpcFaultName[]).filter((name) => name !== 'pruned state')

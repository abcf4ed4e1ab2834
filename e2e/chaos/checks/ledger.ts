import { parseEventLogs } from 'viem'
import { cstableAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { rpcBatch } from '../rpc.ts'
import type { Stage } from '../stage.ts'

type Hex = `0x${string}`

/** A mined transaction of somebody whose key the gateway holds, and what its events say that it moved. */
export type Mined = {
  hash: Hex
  block: number
  from: Hex
  nonce: number
  success: boolean
  /** Ether sent along. */
  wei: bigint
  public: { from: Hex; to: Hex; units: bigint }[]
  hidden: { from: Hex; to: Hex; handle: Hex }[]
  finalized: { request: Hex; receiver: Hex; units: bigint }[]
}

type Receipt = {
  transactionHash: Hex
  blockNumber: Hex
  from: Hex
  status: Hex
  logs: never[]
}
type Body = { hash: Hex; nonce: Hex; value: Hex }
type Block = { transactions: Body[] }

const AT_ONCE = 200

/** Reads every block since the traffic began, from the chain alone, and keeps what these senders did. */
export async function readLedger(stage: Stage, senders: Hex[]): Promise<Mined[]> {
  const { rpcUrl } = stage.info
  const [head] = await rpcBatch<Hex>(rpcUrl, [{ method: 'eth_blockNumber', params: [] }])
  const mine = new Set(senders.map((sender) => sender.toLowerCase()))
  const found: Mined[] = []
  for (let from = stage.firstBlock; from <= Number(head); from += AT_ONCE) {
    const blocks = Array.from(
      { length: Math.min(AT_ONCE, Number(head) - from + 1) },
      (_, index) => `0x${(from + index).toString(16)}`,
    )
    const [receipts, bodies] = await Promise.all([
      rpcBatch<Receipt[]>(
        rpcUrl,
        blocks.map((block) => ({ method: 'eth_getBlockReceipts', params: [block] })),
      ),
      rpcBatch<Block>(
        rpcUrl,
        blocks.map((block) => ({ method: 'eth_getBlockByNumber', params: [block, true] })),
      ),
    ])
    const sent = new Map(bodies.flatMap(({ transactions }) => transactions.map((body) => [body.hash, body] as const)))
    for (const receipt of receipts.flat()) {
      const body = sent.get(receipt.transactionHash)
      if (body !== undefined && mine.has(receipt.from.toLowerCase())) found.push(read(stage, receipt, body))
    }
  }
  return found
}

function read(stage: Stage, receipt: Receipt, { nonce, value }: Body): Mined {
  const { logs } = receipt
  const of = (address: Hex) =>
    logs.filter((log: { address: string }) => log.address.toLowerCase() === address.toLowerCase())
  const open = parseEventLogs({ abi: stableAbi, logs: of(stage.info.stable), eventName: 'Transfer' })
  const hidden = parseEventLogs({ abi: cstableAbi, logs: of(stage.info.cstable) })
  return {
    hash: receipt.transactionHash,
    block: Number(receipt.blockNumber),
    from: receipt.from,
    nonce: Number(nonce),
    success: receipt.status === '0x1',
    wei: BigInt(value),
    public: open.map(({ args }) => ({ from: args.from, to: args.to, units: args.value })),
    hidden: hidden.flatMap((log) =>
      log.eventName === 'ConfidentialTransfer'
        ? [{ from: log.args.from, to: log.args.to, handle: log.args.amount }]
        : [],
    ),
    finalized: hidden.flatMap((log) =>
      log.eventName === 'UnwrapFinalized'
        ? [{ request: log.args.unwrapRequestId, receiver: log.args.receiver, units: log.args.cleartextAmount }]
        : [],
    ),
  }
}

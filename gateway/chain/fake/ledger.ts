import { createHash } from 'node:crypto'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { computationsOf } from '../../fhe/computations.ts'
import type { Header } from '../../fhe/handles.ts'
import type { Block, Receipt } from '../port.ts'
import { Ciphertexts } from './ciphertexts.ts'
import { carryOut } from './effects.ts'

export type Action =
  | { do: 'fund'; to: Address; units: string; wei: string }
  | { do: 'wrap'; units: string }
  | { do: 'transfer'; to: Address; units: string }
  | { do: 'hidden'; to: Address; handle: Hex }
  | { do: 'unwrap'; handle: Hex }
  | { do: 'finalize'; request: Hex; units: string }
  | { do: 'nothing' }

export type Sent = {
  hash: Hex
  sender: Address
  nonce: number
  action: Action
  cost: bigint
  fee?: bigint
  value?: bigint
  /** The signed bytes; absent where a test made it up. */
  raw?: Hex
}

type Holder = { wei: bigint; stable: bigint; handle: Hex; nonce: number }
type Mined = { sent: Sent; receipt: Receipt; reason?: string }

const GENESIS_TIME = Date.parse('2026-01-01T00:00:00Z') / 1000
const BLOCK_SECONDS = 12

/** The state of the fake chain: balances, ciphertexts as the numbers they stand for, and what was mined. */
export class Ledger {
  readonly holders = new Map<Address, Holder>()
  readonly ciphertexts = new Ciphertexts()
  readonly mined = new Map<Hex, Mined>()
  readonly pending: Sent[] = []
  readonly requests = new Map<Hex, { receiver: Address; openedIn: number; paidBy?: Hex; block?: number }>()
  block = 1
  automine = true

  holder(address: Address): Holder {
    const known = this.holders.get(address)
    if (known !== undefined) return known
    const made = { wei: 0n, stable: 0n, handle: ZERO_HANDLE as Hex, nonce: 0 }
    this.holders.set(address, made)
    return made
  }

  /** What handles stand for. */
  get clear(): Map<Hex, bigint> {
    return this.ciphertexts.clear
  }

  confidentialOf(address: Address): bigint {
    return this.clear.get(this.holder(address).handle) ?? 0n
  }

  /** Into the pool, and into a block if blocks are being made. A dearer transaction takes the place at its nonce. */
  take(sent: Sent): void {
    this.#seen.set(sent.hash, sent)
    if (this.mined.has(sent.hash) || this.pending.some((other) => other.hash === sent.hash)) return
    const rival = this.pending.findIndex((other) => other.sender === sent.sender && other.nonce === sent.nonce)
    if (rival >= 0 && (this.pending[rival]?.fee ?? 0n) >= (sent.fee ?? 0n)) return
    if (rival >= 0) this.pending.splice(rival, 1)
    this.pending.push(sent)
    if (this.automine) this.mine()
  }

  /** What once was in the pool or a block, by its hash: whoever holds its bytes may send it again. */
  seen(hash: Hex): Sent | undefined {
    return this.#seen.get(hash)
  }

  readonly #seen = new Map<Hex, Sent>()

  /** A reorganisation: takes the newest blocks back, and their transactions are forgotten. */
  rollback(blocks: number): void {
    const target = this.block - blocks
    const kept = [...this.#history.entries()].filter(([block]) => block <= target)
    const before = this.#history.get(target)
    if (before === undefined) throw new Error('cannot roll back that far')
    this.holders.clear()
    for (const [address, holder] of before) this.holders.set(address, { ...holder })
    for (const [hash, { receipt }] of this.mined) if (receipt.block > target) this.mined.delete(hash)
    for (const [id, request] of this.requests) {
      if (request.openedIn > target) this.requests.delete(id)
      else if ((request.block ?? 0) > target)
        this.requests.set(id, { receiver: request.receiver, openedIn: request.openedIn })
    }
    this.#history.clear()
    for (const [block, holders] of kept) this.#history.set(block, holders)
    for (const block of this.#hashes.keys()) if (block > target) this.#hashes.delete(block)
    this.block = target
    this.#fork++
  }

  blockAt(number: number): Block | undefined {
    if (number > this.block) return undefined
    const receipt = [...this.mined.values()].find((each) => each.receipt.block === number)?.receipt
    const transactions = receipt === undefined ? [] : [receipt.hash]
    return { hash: this.#hashAt(number), parent: this.#hashAt(number - 1), time: this.timeOf(number), transactions }
  }

  /** What handles of a block are bound to. */
  headerAt(block: number): Header {
    return { parentHash: this.#hashAt(block - 1), time: this.timeOf(block) }
  }

  /** Whether a block with this hash is part of the chain now. */
  hasBlock(hash: Hex): boolean {
    return [...this.#hashes.values()].includes(hash) || this.#hashAt(1) === hash
  }

  nonceAt(address: Address, block = this.block): number {
    return block < this.block ? (this.#history.get(block)?.get(address)?.nonce ?? 0) : this.holder(address).nonce
  }

  timeOf(block: number): number {
    return GENESIS_TIME + block * BLOCK_SECONDS
  }

  /** What is mined again after a reorganisation is in another block. */
  #hashOf(block: number, content: string): Hex {
    return createHashOf(`${this.#fork}/${block}/${content}`)
  }

  /** What a reorganisation does not take keeps its hash. */
  #hashAt(number: number): Hex {
    return this.#hashes.get(number) ?? createHashOf(`0/${number}/genesis`)
  }

  readonly #hashes = new Map<number, Hex>()

  #fork = 0

  readonly #history = new Map<number, Map<Address, Holder>>()

  #remember(): void {
    this.#history.set(this.block, new Map([...this.holders].map(([address, holder]) => [address, { ...holder }])))
  }

  /** A block that passes by whatever waits. */
  mineEmpty(): void {
    this.#remember()
    this.block++
    this.#hashes.set(this.block, this.#hashOf(this.block, 'empty'))
  }

  /** Mines whatever is next in line for its sender, a block each. */
  mine(): void {
    for (;;) {
      const index = this.pending.findIndex((sent) => sent.nonce === this.holder(sent.sender).nonce)
      if (index < 0) break
      const [sent] = this.pending.splice(index, 1)
      if (sent !== undefined) this.#execute(sent)
    }
    this.#drop()
  }

  #drop(): void {
    const alive = this.pending.filter((sent) => sent.nonce >= this.holder(sent.sender).nonce)
    this.pending.splice(0, this.pending.length, ...alive)
  }

  #execute(sent: Sent): void {
    this.#remember()
    const from = this.holder(sent.sender)
    from.nonce++
    this.block++
    const receipt: Receipt = {
      hash: sent.hash,
      sender: sent.sender,
      block: this.block,
      blockHash: this.#hashOf(this.block, sent.hash),
      success: true,
      publicMoves: [],
      confidentialMoves: [],
      unwraps: [],
      computations: [],
    }
    this.#hashes.set(this.block, receipt.blockHash)
    const executor = this.ciphertexts.executor(this.headerAt(this.block))
    const reason = carryOut(this, sent, receipt, executor)
    if (reason !== undefined) receipt.success = false
    receipt.computations = computationsOf(executor.operations, this.headerAt(this.block))
    from.wei -= sent.cost / 100n
    this.mined.set(sent.hash, reason === undefined ? { sent, receipt } : { sent, receipt, reason })
  }
}

const createHashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

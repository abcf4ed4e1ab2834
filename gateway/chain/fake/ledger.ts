import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { computationsOf } from '../../fhe/computations.ts'
import type { Header } from '../../fhe/handles.ts'
import type { Block, Receipt } from '../port.ts'
import { Blocks } from './blocks.ts'
import { Ciphertexts } from './ciphertexts.ts'
import { copied, kept, refill } from './copies.ts'
import { carryOut, type Unwrap } from './effects.ts'

export type Action =
  | { do: 'fund'; to: Address; units: string; wei: string }
  | { do: 'wrap'; units: string; to?: Address }
  | { do: 'transfer'; to: Address; units: string }
  | { do: 'hidden'; to: Address; handle: Hex }
  | { do: 'unwrap'; handle: Hex }
  | { do: 'padded'; to: Address; handle: Hex; delta: string }
  | { do: 'redeem'; units: string }
  | { do: 'allow pads'; until: number }
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
  /** What stands behind the call's data, and does nothing. */
  tail?: Hex
  /** The signed bytes; absent where a test made it up. */
  raw?: Hex
}

/** `padsUntil`: the contract of pads may move its tokens until then, in seconds. */
type Holder = { wei: bigint; stable: bigint; handle: Hex; nonce: number; padsUntil?: number }
type Mined = { sent: Sent; receipt: Receipt; reason?: string }

/** The state of the fake chain: balances, ciphertexts as the numbers they stand for, and mined blocks. */
export class Ledger {
  readonly holders = new Map<Address, Holder>()
  readonly ciphertexts = new Ciphertexts()
  readonly mined = new Map<Hex, Mined>()
  readonly pending: Sent[] = []
  readonly requests = new Map<Hex, Unwrap>()
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

  /** Transactions that once were in the pool or a block, by hash: any holder of the bytes may send them again. */
  seen(hash: Hex): Sent | undefined {
    return this.#seen.get(hash)
  }

  readonly #seen = new Map<Hex, Sent>()

  /**
   * A reorganisation: takes the newest blocks back, and their transactions are forgotten. Gives what brings these blocks
   * back, each as it was: the chain reorganises once more, to where it came from.
   */
  rollback(blocks: number): () => void {
    const target = this.block - blocks
    const before = this.#history.get(target)
    if (before === undefined) throw new Error('cannot roll back that far')
    const bringBlocksBack = this.#blocks.rollback(target)
    const { block: height } = this
    const refills = [kept(this.holders), kept(this.requests), kept(this.mined), kept(this.#history)]
    refill(this.holders, copied(before))
    for (const [hash, { receipt }] of this.mined) if (receipt.block > target) this.mined.delete(hash)
    for (const [id, { openedIn, block, receiver }] of this.requests) {
      if (openedIn > target) this.requests.delete(id)
      else if ((block ?? 0) > target) this.requests.set(id, { receiver, openedIn })
    }
    for (const block of this.#history.keys()) if (block > target) this.#history.delete(block)
    this.block = target
    return () => {
      bringBlocksBack()
      for (const fill of refills) fill()
      this.block = height
      this.#drop()
    }
  }

  blockAt(number: number): Block | undefined {
    if (number > this.block) return undefined
    const receipt = [...this.mined.values()].find((each) => each.receipt.block === number)?.receipt
    const transactions = receipt === undefined ? [] : [receipt.hash]
    const [hash, parent] = [this.#blocks.hashAt(number), this.#blocks.hashAt(number - 1)]
    return { hash, parent, time: this.timeOf(number), transactions }
  }

  /** What handles of a block are bound to. */
  headerAt(block: number): Header {
    return this.#blocks.headerAt(block)
  }

  /** Whether a block with this hash is part of the chain now. */
  hasBlock(hash: Hex): boolean {
    return this.#blocks.has(hash)
  }

  /** What a handle stands for; undefined of what no block of this chain has made, as its access list says. */
  opened(handle: Hex): bigint | undefined {
    const madeIn = this.ciphertexts.madeIn.get(handle)
    const isThere = madeIn === undefined || [...madeIn].some((hash) => this.hasBlock(hash))
    return isThere ? this.clear.get(handle) : undefined
  }

  nonceAt(address: Address, block = this.block): number {
    return block < this.block ? (this.#history.get(block)?.get(address)?.nonce ?? 0) : this.holder(address).nonce
  }

  timeOf(block: number): number {
    return this.#blocks.timeOf(block)
  }

  readonly #blocks = new Blocks()

  readonly #history = new Map<number, Map<Address, Holder>>()

  #remember(): void {
    this.#history.set(this.block, copied(this.holders))
  }

  /** A block that passes by whatever waits. */
  mineEmpty(): void {
    this.#remember()
    this.block++
    this.#blocks.add(this.block, 'empty')
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
      blockHash: this.#blocks.add(this.block, sent.hash),
      success: true,
      fee: sent.cost / 100n,
      publicMoves: [],
      confidentialMoves: [],
      unwraps: [],
      computations: [],
    }
    const executor = this.ciphertexts.executor(this.headerAt(this.block), receipt.blockHash)
    const reason = carryOut(this, sent, receipt, executor)
    if (reason !== undefined) receipt.success = false
    receipt.computations = computationsOf(executor.operations, this.headerAt(this.block))
    from.wei -= sent.cost / 100n
    this.mined.set(sent.hash, reason === undefined ? { sent, receipt } : { sent, receipt, reason })
  }
}

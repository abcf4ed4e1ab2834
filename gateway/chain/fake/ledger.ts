import { createHash, randomBytes } from 'node:crypto'
import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { compute } from '../../fhe/arithmetic.ts'
import { handleOf, type Planned } from '../../fhe/handles.ts'
import { fhevm } from '../../fhe/host.ts'
import type { Operation } from '../../fhe/operation.ts'
import { FheType } from '../../fhe/types.ts'
import type { Block, Receipt } from '../port.ts'

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
  readonly clear = new Map<Hex, bigint>([[ZERO_HANDLE as Hex, 0n]])
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

  /** An input: its handle is the hash of a ciphertext, and tells nothing. */
  encrypt(units: bigint): Hex {
    const chain = fhevm.chainId.toString(16).padStart(16, '0')
    const handle: Hex = `0x${randomBytes(21).toString('hex')}00${chain}0${FheType.uint64}00`
    this.clear.set(handle, units)
    return handle
  }

  /** A computation of the executor, as its event says it. */
  #compute(receipt: Receipt, planned: Planned): Hex {
    const result = handleOf(planned)
    if (result === undefined) throw new Error('this ledger draws no random numbers')
    const operation = { ...planned, result } as Operation
    const value = compute(operation, (handle) => this.clear.get(handle))
    if (value === undefined) throw new Error('an operand is unknown')
    this.clear.set(result, value)
    receipt.operations.push(operation)
    return result
  }

  confidentialOf(address: Address): bigint {
    return this.clear.get(this.holder(address).handle) ?? 0n
  }

  /** Into the pool, and into a block if blocks are being made. A dearer transaction takes the place at its nonce. */
  take(sent: Sent): void {
    if (this.mined.has(sent.hash) || this.pending.some((other) => other.hash === sent.hash)) return
    const rival = this.pending.findIndex((other) => other.sender === sent.sender && other.nonce === sent.nonce)
    if (rival >= 0 && (this.pending[rival]?.fee ?? 0n) >= (sent.fee ?? 0n)) return
    if (rival >= 0) this.pending.splice(rival, 1)
    this.pending.push(sent)
    if (this.automine) this.mine()
  }

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

  /** Whether a block with this hash is part of the chain now. */
  hasBlock(hash: Hex): boolean {
    return [...this.#hashes.values()].includes(hash) || this.#hashAt(1) === hash
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
      operations: [],
    }
    this.#hashes.set(this.block, receipt.blockHash)
    const reason = this.#apply(sent, receipt)
    if (reason !== undefined) receipt.success = false
    from.wei -= sent.cost / 100n
    this.mined.set(sent.hash, reason === undefined ? { sent, receipt } : { sent, receipt, reason })
  }

  /** Why it reverts, or undefined. A confidential move without cover does not revert: it moves zero. */
  #apply({ sender, action, hash }: Sent, receipt: Receipt): string | undefined {
    const from = this.holder(sender)
    switch (action.do) {
      case 'fund': {
        this.holder(action.to).wei += BigInt(action.wei)
        from.wei -= BigInt(action.wei)
        this.holder(action.to).stable += BigInt(action.units)
        receipt.publicMoves.push({ from: ZERO_ADDRESS, to: action.to, units: BigInt(action.units) })
        return undefined
      }
      case 'wrap': {
        const units = BigInt(action.units)
        if (from.stable < units) return 'ERC20InsufficientBalance'
        from.stable -= units
        this.#credit(receipt, sender, this.#issue(receipt, units))
        receipt.publicMoves.push({ from: sender, to: ZERO_ADDRESS, units })
        return undefined
      }
      case 'transfer': {
        const units = BigInt(action.units)
        if (from.stable < units) return 'ERC20InsufficientBalance'
        from.stable -= units
        this.holder(action.to).stable += units
        receipt.publicMoves.push({ from: sender, to: action.to, units })
        return undefined
      }
      case 'hidden': {
        const handle = this.#takeHidden(receipt, sender, action.handle)
        this.#credit(receipt, action.to, handle)
        receipt.confidentialMoves.push({ from: sender, to: action.to, handle, input: action.handle })
        return undefined
      }
      case 'unwrap': {
        const request = this.#takeHidden(receipt, sender, action.handle)
        this.requests.set(request, { receiver: sender, openedIn: receipt.block })
        receipt.unwraps.push({ receiver: sender, request, input: action.handle })
        return undefined
      }
      case 'finalize': {
        const request = this.requests.get(action.request)
        if (request === undefined || request.paidBy !== undefined) return 'InvalidUnwrapRequest'
        request.paidBy = hash
        request.block = receipt.block
        this.holder(request.receiver).stable += BigInt(action.units)
        receipt.publicMoves.push({ from: ZERO_ADDRESS, to: request.receiver, units: BigInt(action.units) })
        return undefined
      }
      case 'nothing':
        return undefined
    }
  }

  /** As ERC-7984 computes it (`_update`, `FHESafeMath`): what is moved is selected by whether the balance covers it. */
  #takeHidden(receipt: Receipt, sender: Address, asked: Hex): Hex {
    const balance = this.holder(sender).handle
    const zero = this.#trivial(receipt, 0n)
    if (balance === ZERO_HANDLE) {
      const covered = this.#compute(receipt, { name: 'FheEq', lhs: asked, rhs: ZERO_HANDLE, scalar: true })
      this.holder(sender).handle = zero
      return this.#select(receipt, covered, asked, zero)
    }
    const covered = this.#compute(receipt, { name: 'FheGe', lhs: balance, rhs: asked, scalar: false })
    const rest = this.#compute(receipt, { name: 'FheSub', lhs: balance, rhs: asked, scalar: false })
    this.holder(sender).handle = this.#select(receipt, covered, rest, balance)
    return this.#select(receipt, covered, asked, zero)
  }

  /** New units are added to the total, which makes their handle differ from that of every other issue of as many. */
  #issue(receipt: Receipt, units: bigint): Hex {
    const amount = this.#trivial(receipt, units)
    const before = this.holder(ZERO_ADDRESS).handle
    const total = this.#sum(receipt, before === ZERO_HANDLE ? this.#trivial(receipt, 0n) : before, amount)
    const fits = this.#compute(receipt, { name: 'FheGe', lhs: total, rhs: amount, scalar: false })
    this.holder(ZERO_ADDRESS).handle = total
    return this.#select(receipt, fits, amount, this.#trivial(receipt, 0n))
  }

  #credit(receipt: Receipt, address: Address, moved: Hex): void {
    const before = this.holder(address).handle
    const balance = before === ZERO_HANDLE ? this.#trivial(receipt, 0n) : before
    this.holder(address).handle = this.#sum(receipt, balance, moved)
  }

  #trivial(receipt: Receipt, pt: bigint): Hex {
    return this.#compute(receipt, { name: 'TrivialEncrypt', pt, toType: FheType.uint64 })
  }

  #sum(receipt: Receipt, lhs: Hex, rhs: Hex): Hex {
    return this.#compute(receipt, { name: 'FheAdd', lhs, rhs, scalar: false })
  }

  #select(receipt: Receipt, control: Hex, ifTrue: Hex, ifFalse: Hex): Hex {
    return this.#compute(receipt, { name: 'FheIfThenElse', control, ifTrue, ifFalse })
  }
}

const createHashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

import { randomBytes } from 'node:crypto'
import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { compute } from '../../fhe/arithmetic.ts'
import { type Formula, type Header, handleOf, type Place, type Planned } from '../../fhe/handles.ts'
import { fhevm } from '../../fhe/host.ts'
import type { Operation } from '../../fhe/operation.ts'
import { inputsOfHandles } from '../../fhe/origins.ts'
import { FheType } from '../../fhe/types.ts'
import type { Lineage } from '../port.ts'

/** The executor of the fake chain: ciphertexts as the numbers they stand for, and handles as the real one computes them. */
export class Ciphertexts {
  readonly clear = new Map<Hex, bigint>([[ZERO_HANDLE as Hex, 0n]])
  /** The blocks that made a handle; of an input none. */
  readonly madeIn = new Map<Hex, Set<Hex>>()
  /** What goes into a handle: of what Sepolia runs, unless a test takes another one, or an executor that is not known yet. */
  formula: Formula | 'unknown' = 'of a block'

  /** An input: its handle is the hash of a ciphertext, and tells nothing. */
  encrypt(units: bigint): Hex {
    const chain = fhevm.chainId.toString(16).padStart(16, '0')
    const handle: Hex = `0x${randomBytes(21).toString('hex')}00${chain}0${FheType.uint64}00`
    this.clear.set(handle, units)
    return handle
  }

  /** The executor within one transaction of a block. */
  executor(header: Header, blockHash: Hex): Executor {
    return new Executor(this, header, blockHash)
  }

  /** Notes that a handle was made in a block. */
  note(handle: Hex, blockHash: Hex): void {
    this.madeIn.set(handle, (this.madeIn.get(handle) ?? new Set()).add(blockHash))
  }
}

/** Some hash that no formula here gives. */
const otherHandleOf = (planned: Planned, place: Place) =>
  handleOf(planned, 'of a block and of origins', { ...place, time: place.time + 1 })

/** What one transaction computes, in order. */
export class Executor {
  readonly operations: Operation[] = []
  readonly #minted = new Set<Hex>()
  readonly #ciphertexts: Ciphertexts
  readonly #header: Header
  readonly #blockHash: Hex

  constructor(ciphertexts: Ciphertexts, header: Header, blockHash: Hex) {
    this.#ciphertexts = ciphertexts
    this.#header = header
    this.#blockHash = blockHash
  }

  /** What a selected amount was computed from: proven as far as it is known how handles are made. */
  lineageOf(moved: Hex): Lineage {
    const input = inputsOfHandles(this.operations).get(moved)
    if (input === undefined) return {}
    return this.#ciphertexts.formula === 'unknown' ? { claimedInput: input } : { input }
  }

  /** A computation of the executor, as its event says it. */
  compute(planned: Planned): Hex {
    const { clear, formula } = this.#ciphertexts
    const place = { ...this.#header, minted: this.#minted }
    const result = formula === 'unknown' ? otherHandleOf(planned, place) : handleOf(planned, formula, place)
    if (result === undefined) throw new Error('this ledger draws no random numbers')
    const operation = { ...planned, result } as Operation
    const value = compute(operation, (handle) => clear.get(handle))
    if (value === undefined) throw new Error('an operand is unknown')
    clear.set(result, value)
    this.#ciphertexts.note(result, this.#blockHash)
    this.#minted.add(result)
    this.operations.push(operation)
    return result
  }

  trivial(pt: bigint): Hex {
    return this.compute({ name: 'TrivialEncrypt', pt, toType: FheType.uint64 })
  }

  sum(lhs: Hex, rhs: Hex): Hex {
    return this.compute({ name: 'FheAdd', lhs, rhs, scalar: false })
  }

  select(control: Hex, ifTrue: Hex, ifFalse: Hex): Hex {
    return this.compute({ name: 'FheIfThenElse', control, ifTrue, ifFalse })
  }
}

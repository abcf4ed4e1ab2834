import { randomBytes } from 'node:crypto'
import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { compute } from '../../fhe/arithmetic.ts'
import { handleOf, type Planned } from '../../fhe/handles.ts'
import { fhevm } from '../../fhe/host.ts'
import type { Operation } from '../../fhe/operation.ts'
import { FheType } from '../../fhe/types.ts'
import type { Receipt } from '../port.ts'

/** The executor of the fake chain: ciphertexts as the numbers they stand for, and handles as the real one computes them. */
export class Ciphertexts {
  readonly clear = new Map<Hex, bigint>([[ZERO_HANDLE as Hex, 0n]])

  /** An input: its handle is the hash of a ciphertext, and tells nothing. */
  encrypt(units: bigint): Hex {
    const chain = fhevm.chainId.toString(16).padStart(16, '0')
    const handle: Hex = `0x${randomBytes(21).toString('hex')}00${chain}0${FheType.uint64}00`
    this.clear.set(handle, units)
    return handle
  }

  /** A computation of the executor, as its event says it. */
  compute(receipt: Receipt, planned: Planned): Hex {
    const result = handleOf(planned)
    if (result === undefined) throw new Error('this ledger draws no random numbers')
    const operation = { ...planned, result } as Operation
    const value = compute(operation, (handle) => this.clear.get(handle))
    if (value === undefined) throw new Error('an operand is unknown')
    this.clear.set(result, value)
    receipt.operations.push(operation)
    return result
  }

  trivial(receipt: Receipt, pt: bigint): Hex {
    return this.compute(receipt, { name: 'TrivialEncrypt', pt, toType: FheType.uint64 })
  }

  sum(receipt: Receipt, lhs: Hex, rhs: Hex): Hex {
    return this.compute(receipt, { name: 'FheAdd', lhs, rhs, scalar: false })
  }

  select(receipt: Receipt, control: Hex, ifTrue: Hex, ifFalse: Hex): Hex {
    return this.compute(receipt, { name: 'FheIfThenElse', control, ifTrue, ifFalse })
  }
}

import type { Hex } from '#shared/model/ids.ts'
import type { ConfidentialInput } from '../chain/port.ts'
import { randomUint64 } from '../crypto/token.ts'

/**
 * A secret random number of 64 bits that was encrypted and attested ahead. A payment adds a public number to it. Two of these
 * with one pad tell the difference of both amounts to everybody, and both amounts to each receiver: so a pad has one amount.
 */
export type Pad = {
  readonly input: ConfidentialInput
  /** What is added to it for an amount. The first amount stays the only one: throws for another. */
  spend(units: bigint): Spent
  readonly isSpent: boolean
}

/** `delta`: the amount less the number, modulo 2^64. `encrypted`: what the input stands for. */
export type Spent = { delta: bigint; encrypted: { handle: Hex; units: bigint } }

/** Draws as many numbers, has them encrypted, and gives them away in no other form than as pads. */
export async function makePads(
  count: number,
  encrypt: (values: readonly bigint[]) => Promise<ConfidentialInput[] | undefined>,
): Promise<Pad[] | undefined> {
  const numbers = Array.from({ length: count }, () => randomUint64())
  const inputs = await encrypt(numbers)
  if (inputs === undefined) return undefined
  if (new Set(inputs.map(({ handle }) => handle)).size !== count)
    throw new Error('as many numbers were not encrypted as were drawn')
  return numbers.map((number, index) => padOf(number, inputs[index] as ConfidentialInput))
}

function padOf(number: bigint, input: ConfidentialInput): Pad {
  let amount: bigint | undefined
  return {
    input,
    spend(units) {
      amount ??= units
      if (amount !== units) throw new Error('a pad was asked for a second amount')
      return { delta: BigInt.asUintN(64, units - number), encrypted: { handle: input.handle, units: number } }
    },
    get isSpent() {
      return amount !== undefined
    },
  }
}

import { toFunctionSelector } from 'viem'
import { padsAbi } from '../../../gateway/contracts/abis.ts'

const transfer = padsAbi.find((item) => item.type === 'function' && item.name === 'transfer')
if (transfer?.type !== 'function') throw new Error('the contract of pads has no transfer')

/** A word of call data each: receiver, pad, where the proof is, and the number that is added to the pad. */
const PADDED = new RegExp(
  `${toFunctionSelector(transfer).slice(2)}0{24}[0-9a-f]{40}([0-9a-f]{64})0{62}80([0-9a-f]{64})`,
  'g',
)

/**
 * Every number that a node was told for a pad: in signed bytes, in a call or an estimate, whatever was asked. Two of them tell
 * amounts to everybody.
 */
export class PadWatch {
  readonly #told = new Map<string, Set<string>>()

  /** A request as it is sent to a node. */
  hear(body: string): void {
    for (const [, pad = '', delta = ''] of body.matchAll(PADDED))
      this.#told.set(pad, (this.#told.get(pad) ?? new Set()).add(delta))
  }

  /** How many pads nodes were told of. */
  get count(): number {
    return this.#told.size
  }

  /** Pads with more numbers than one. */
  leaks(): string[] {
    const leaking = [...this.#told].filter(([, deltas]) => deltas.size > 1)
    return leaking.map(([pad, deltas]) => `pad ${pad} was sent with ${[...deltas].join(' and ')}`)
  }
}

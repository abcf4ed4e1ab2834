import { keccak256 } from 'viem'
import type { Operation } from '../../fhe/operation.ts'
import { widthOf } from '../../fhe/types.ts'

/**
 * Random numbers of this network: out of the seed that the executor gave. A replay makes the same blocks, and so the same
 * seeds, which hold the hash of the block before and the block's time.
 */
export function randomOf(operation: Operation): bigint | undefined {
  if (operation.name !== 'FheRand' && operation.name !== 'FheRandBounded') return undefined
  const drawn = BigInt(keccak256(operation.seed))
  const value = operation.name === 'FheRand' ? drawn : drawn % operation.upperBound
  return BigInt.asUintN(widthOf(operation.result), value)
}

import { BaseError } from 'viem'
import { ChainUnavailable } from '../../port.ts'

/** What nodes say that have dropped old blocks and receipts (EIP-4444). Others answer null, as of what never was. */
const PRUNED = /pruned|history (is |was |has )?(been )?(not available|unavailable|expired)/i

export function isPruned(error: unknown): boolean {
  if (error instanceof ChainUnavailable) return isPruned(error.cause)
  return error instanceof BaseError && PRUNED.test(error.details || error.shortMessage)
}

/** Undefined where the node has dropped it, and another one is to be asked. */
export async function orElsewhere<T>(asked: Promise<T>, isThereAnother: boolean): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (isThereAnother && isPruned(error)) return undefined
    throw error
  })
}

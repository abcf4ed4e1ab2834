import { BaseError, ResponseBodyTooLargeError } from 'viem'
import { isUnknownBlock } from './lag.ts'
import { isPruned } from './pruned.ts'

/**
 * Whether a question was too much: the node has said no to it, or its answer is too long. Less of it may be answered. That a
 * node is silent, lacks a block or has dropped it is something else.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof ResponseBodyTooLargeError) return true
  const hasCode = error instanceof BaseError && 'code' in error && typeof error.code === 'number'
  return hasCode && !isUnknownBlock(error) && !isPruned(error)
}

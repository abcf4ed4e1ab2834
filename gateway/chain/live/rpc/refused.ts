import { BaseError, LimitExceededRpcError, MethodNotFoundRpcError, ResponseBodyTooLargeError } from 'viem'
import { isUnknownBlock } from './lag.ts'
import { isPruned } from './pruned.ts'

/** What nodes say that are asked too often: less at a time would be more questions. */
const TOO_OFTEN = /too many requests?|rate.?limit|requests? limit|per second/i
/** The same of Alchemy and QuickNode. */
const TOO_OFTEN_CODES: ReadonlySet<number> = new Set([429, -32_007])
/** A limit that is exceeded: of an answer's size, or of how often one may ask. */
const TOO_MUCH = /result|range|block|size/i

/**
 * Whether a question was too much: the node has said no to it, or its answer is too long. Less of it may be answered. That a
 * node is silent, is asked too often, does not know the method, lacks a block or has dropped it is something else.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof ResponseBodyTooLargeError) return true
  if (!(error instanceof BaseError && 'code' in error && typeof error.code === 'number')) return false
  const { code } = error
  const said = error.details || error.shortMessage
  if (code === MethodNotFoundRpcError.code || TOO_OFTEN_CODES.has(code) || TOO_OFTEN.test(said)) return false
  if (code === LimitExceededRpcError.code && !TOO_MUCH.test(said)) return false
  return !isUnknownBlock(error) && !isPruned(error)
}

import type { Routes } from './page-calls.ts'

/**
 * What makes a gateway pay the rows of a batch: asked by `money.batch` alone, once a person has confirmed what is paid. Asked again
 * it pays nothing twice. No question of a web page leads here.
 */
export const batchCalls = {
  startBatch: { method: 'POST', path: '/batches/{id}/start', body: true },
  resumeBatch: { method: 'POST', path: '/batches/{id}/resume', body: true },
  retryBatch: { method: 'POST', path: '/batches/{id}/retry', body: true },
} as const satisfies Routes
export type BatchCall = keyof typeof batchCalls

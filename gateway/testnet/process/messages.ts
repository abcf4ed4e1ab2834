import type { TestnetInfo, TestnetOptions } from '../types.ts'

/** Between the test-net's process and the one that started it, over Node's IPC channel: the secret stays off every command line. */
export type ToProcess = { is: 'start'; options: Omit<TestnetOptions, 'log'> } | { is: 'stop' }
export type FromProcess =
  | { is: 'ready'; info: TestnetInfo }
  | { is: 'pids'; pids: TestnetInfo['pids'] }
  | { is: 'log'; line: string }
  | { is: 'failed'; reason: string }

import type { DevnetInfo, DevnetOptions } from './types.ts'

/** Between the test-net's process and whoever started it, over Node's IPC channel: the secret stays off every command line. */
export type ToProcess = { is: 'start'; options: Omit<DevnetOptions, 'log'> } | { is: 'stop' }
export type FromProcess =
  | { is: 'ready'; info: DevnetInfo }
  | { is: 'pids'; pids: DevnetInfo['pids'] }
  | { is: 'log'; line: string }
  | { is: 'failed'; reason: string }

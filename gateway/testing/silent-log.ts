import type { Log } from '../world/log.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

// The gateway, as a process that does what a crash test orders. Takes its settings from the environment, as
// the command does, and its orders over the channel to the process that started it, with which it ends.

import Sqlite from 'better-sqlite3'
import { sepolia } from '../../../gateway/chain/live/zama/sepolia.ts'
import type { Step } from '../../../gateway/world/world.ts'
import type { Order } from './orders.ts'
import { becomeRelease, type Release } from './releases.ts'

let offset = 0
const wall = Date.now.bind(Date)
Date.now = () => wall() + offset

const databases = new Set<Sqlite.Database>()
const pragma = Sqlite.prototype.pragma
Sqlite.prototype.pragma = function (this: Sqlite.Database, ...args) {
  databases.add(this)
  return pragma.apply(this, args)
}

let dying: { at: Step; left: number } | undefined

function step(at: Step): void {
  if (dying?.at !== at) return
  dying.left -= 1
  if (dying.left <= 0) process.kill(process.pid, 'SIGKILL')
}

process.on('message', (order: Order) => {
  if (order.is === 'die') dying = { at: order.at, left: order.occurrence }
  if (order.is === 'clock') offset += order.by
  if (order.is === 'read-only') for (const one of databases) one.pragma(`query_only = ${order.on ? 'ON' : 'OFF'}`)
})
process.on('disconnect', () => process.exit(1))
// A write beyond RLIMIT_FSIZE then fails with EFBIG, as one to a full disk does with ENOSPC.
process.on('SIGXFSZ', () => {})

// Zama's client speaks version 1 of its protocol, without polling, where this is set; its own default is version 2.
if (process.env.CHAOS_RELAYER_ROUTE === '1') Object.assign(sepolia, { relayerRouteVersion: 1 })
offset = Number(process.env.CHAOS_CLOCK_OFFSET_MS ?? 0)

if (process.env.CHAOS_RELEASE !== undefined) becomeRelease(Number(process.env.CHAOS_RELEASE) as Release)

const { readConfig } = await import('../../../gateway/config/config.ts')
const { start } = await import('../../../gateway/cli/start/start.ts')
process.exitCode = await start(readConfig(process.env), { step })
process.removeAllListeners('disconnect')
if (process.connected) process.disconnect()

import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../gateways/process.ts'

/** What goes wrong with the machine under a gateway, for a while. Undefined, or why this system cannot show it. */
export type MachineFault = (gateway: Running, forMs: number) => Promise<string | undefined>

const HOUR_MS = 3_600_000

export const machineFaults = {
  'disk full': async ({ pid }, forMs) => {
    if (process.platform !== 'linux') return 'needs prlimit, which is of Linux'
    // Every write to a file fails with EFBIG, as one to a full disk does with ENOSPC.
    const refused = limitFiles(pid, '1:unlimited')
    if (refused !== undefined) return refused
    await sleep(forMs)
    return limitFiles(pid, 'unlimited:unlimited')
  },
  'database read-only': async (gateway, forMs) => {
    gateway.order({ is: 'read-only', on: true })
    await sleep(forMs)
    gateway.order({ is: 'read-only', on: false })
    return undefined
  },
  'clock an hour ahead': jump(HOUR_MS),
  'clock an hour back': jump(-HOUR_MS),
  'clock a minute back': jump(-60_000),
  'clock two days ahead': jump(48 * HOUR_MS),
} as const satisfies Record<string, MachineFault>

export type MachineFaultName = keyof typeof machineFaults
export const machineFaultNames = Object.keys(machineFaults) as MachineFaultName[]

/** The clock stays where it jumped to: what heals must heal by that clock. */
function jump(by: number): MachineFault {
  return async (gateway, forMs) => {
    gateway.order({ is: 'clock', by })
    await sleep(forMs)
    return undefined
  }
}

function limitFiles(pid: number, limit: string): string | undefined {
  const { status, error, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`], {
    encoding: 'utf8',
  })
  if (error !== undefined) return `prlimit: ${error.message}`
  return status === 0 ? undefined : `prlimit: ${stderr.trim()}`
}

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Paths, readIfThere, writeDurably } from '../files.ts'
import { connect, type Place } from './rpc.ts'

type Record = { genesisHash: string; running: ({ pid: number } & Place)[] }

/** Notes the anvils of this test-net, for the start after a `kill -9` of all of us. */
export function noteRunning(paths: Paths, genesisHash: string, running: ({ pid: number } & Place)[]): void {
  writeDurably(paths.anvilPid, JSON.stringify({ genesisHash, running } satisfies Record))
}

export function forgetRunning(paths: Paths): void {
  rmSync(paths.anvilPid, { force: true })
}

/**
 * Ends anvils that an earlier life of this test-net left behind. Only called under the folder's lock. A process is ours
 * if its command line names our folder; where that cannot be read, if its port answers with our genesis hash. Anything
 * else got a recycled process ID and is left alone.
 */
export async function endOrphans(paths: Paths): Promise<void> {
  const text = readIfThere(paths.anvilPid)
  if (text === undefined) return
  const { genesisHash, running } = parse(text)
  for (const { pid, host, port } of running) {
    const ours =
      namesOurFolder(pid, paths.anvil) ?? (await answersAsOurs({ host: host ?? '127.0.0.1', port }, genesisHash))
    if (!ours) continue
    process.kill(pid, 'SIGKILL')
    for (let wait = 0; wait < 200 && alive(pid); wait += 1) await sleep(10)
  }
  forgetRunning(paths)
}

function parse(text: string): Record {
  try {
    return JSON.parse(text) as Record
  } catch {
    return { genesisHash: '', running: [] }
  }
}

/** Undefined where this system does not show command lines. */
function namesOurFolder(pid: number, folder: string): boolean | undefined {
  if (!alive(pid)) return false
  const command = commandLine(pid)
  return command === undefined ? undefined : command.includes('anvil') && command.split(/[\0\s]+/).includes(folder)
}

function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

async function answersAsOurs(place: Place, genesisHash: string): Promise<boolean> {
  const rpc = connect(place, 2_000)
  try {
    const genesis = await rpc.call<{ hash: string }>('eth_getBlockByNumber', ['0x0', false])
    return genesis.hash === genesisHash
  } catch {
    return false
  } finally {
    rpc.close()
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

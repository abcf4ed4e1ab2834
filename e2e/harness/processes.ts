import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rpc } from './rpc.ts'

/** Whether a process runs. One that has ended and that nobody has asked about (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || stateOf(pid) !== 'Z'
}

function stateOf(pid: number): string | undefined {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return 'Z'
  }
}

/** Waits for processes to end; those that still run after a while are named. */
export async function survivors(pids: number[], withinMs: number): Promise<number[]> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const left = pids.filter(isAlive)
    if (left.length === 0 || Date.now() >= deadline) return left
    await sleep(25)
  }
}

export type TestnetPids = { testnet: number; anvil: number }

/** Who runs the test-net behind an RPC front, as it says itself. */
export async function testnetPids(rpcUrl: string): Promise<TestnetPids> {
  const { pids } = await rpc<{ pids: TestnetPids }>(rpcUrl, 'sotto_testnet')
  return pids
}

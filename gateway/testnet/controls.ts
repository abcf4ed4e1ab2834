import { type Address, toHex } from 'viem'
import { SECRET_HEADER } from './http/same-secret.ts'
import { assertLoopback } from './loopback.ts'
import { NO_LIMIT, type Upgrade } from './setup/protocol.ts'
import type { TestnetInfo } from './types.ts'

/** What tests may do to the chain. Journaled, so a restart does not undo it. All throw what the front refuses. */
export type Controls = {
  /** Mines blocks; takes what waits in the mempool. Returns the new height. */
  mine(blocks?: number): Promise<number>
  /** While off, transactions are accepted and stay pending. Turning it on mines them. */
  setAutomine(on: boolean): Promise<void>
  /** A reorganisation: takes the newest blocks back and drops their transactions. Not beyond the last snapshot. */
  rollback(blocks: number): Promise<number>
  setBalance(address: Address, wei: bigint): Promise<void>
  /**
   * Upgrades the host contracts in mid-chain, as happens on a live network; `unknown` is a version that does not exist.
   * Mines, with automine off too.
   */
  upgrade(to: Upgrade): Promise<void>
  /** What the computations of one block may cost together, in HCU; without a number there is no limit. Mines, too. */
  limitBlocks(most?: number): Promise<void>
  /** Takes a snapshot and moves to a fresh anvil, as happens by itself after many transactions. */
  snapshot(): Promise<void>
}

export function controlsOf(info: Pick<TestnetInfo, 'rpcUrl' | 'secret'>): Controls {
  assertLoopback(info.rpcUrl)

  async function call<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const response = await fetch(info.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SECRET_HEADER]: info.secret },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  return {
    mine: (blocks = 1) => call('sotto_mine', blocks),
    setAutomine: async (on) => void (await call('sotto_setAutomine', on)),
    rollback: (blocks) => call('sotto_rollback', blocks),
    setBalance: async (address, wei) => void (await call('sotto_setBalance', address, toHex(wei))),
    upgrade: async (to) => void (await call('sotto_upgrade', to)),
    limitBlocks: async (most = NO_LIMIT) => void (await call('sotto_setHcuPerBlock', most)),
    snapshot: async () => void (await call('sotto_snapshot')),
  }
}

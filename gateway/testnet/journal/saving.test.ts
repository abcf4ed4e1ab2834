import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Living } from '../chain/living.ts'
import { createMutex } from '../chain/mutex.ts'
import type { Node } from '../chain/node.ts'
import { paths as pathsIn } from '../files.ts'
import { createSaving, type Saving } from './saving.ts'
import type { SnapshotMaker } from './snapshots.ts'
import { openTail } from './tail.ts'

const BLOCK = { number: '0x1', hash: '0x1', baseFeePerGas: '0x1', gasUsed: '0x0', gasLimit: '0x2' }
const state: Node['state'] = { automine: true, pool: new Map(), height: 1, hash: '0x1', time: 1 }

/** One that stands at the same block whatever it is told. */
function standing(): Node {
  const call = async (method: string) => (method === 'eth_call' ? BLOCK.hash : BLOCK)
  const anvil = { rpc: { call }, kill: async () => {} } as unknown as Node['anvil']
  return { anvil, state: { ...state, pool: new Map() }, next: 0, lastOutcome: [] }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-saving-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

test('a snapshot that failed is made again after the next change, and not before', async () => {
  const paths = pathsIn(folder)
  mkdirSync(paths.root, { recursive: true })
  writeFileSync(paths.state(1), 'state')
  const tail = openTail(paths, 1)
  const node = standing()
  const said: string[] = []
  const saving: Saving = createSaving({
    paths,
    living: { present: async () => node } as unknown as Living,
    launcher: { fromGenesis: () => Promise.reject(new Error('not here')), fromSnapshot: async () => standing() },
    maker: {
      dump: () => ({ dumped: Promise.reject(new Error('disk full')), written: Promise.resolve() }),
    } as unknown as SnapshotMaker,
    tail,
    exclusively: createMutex(),
    append: async (entry) => change(entry),
    limits: { transactions: 1_000, replayMs: 1_000, idleReplayMs: 1 },
    base: { snapshot: { generation: 1, genesisHash: '0x0', archived: 0, state } },
    log: (line) => said.push(line),
  })
  function change(entry: Parameters<typeof tail.append>[0]) {
    tail.append(entry)
    node.next += 1
    saving.applied(entry, 1)
  }

  for (const failures of [1, 2]) {
    change({ is: 'automine', on: true, at: 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toEqual(Array(failures).fill('no snapshot: Error: disk full'))
  }
  tail.close()
})

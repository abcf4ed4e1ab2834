import type { Hash } from 'viem'
import { installHost, writeGenesis } from '../chain/genesis.ts'
import type { Launcher } from '../chain/node.ts'
import type { Paths } from '../files.ts'
import type { Secrets } from '../secrets.ts'
import { publishSnapshot, type Snapshot, type SnapshotMaker } from './snapshots.ts'

/** The chain's first minutes: genesis and host contracts. Not journaled; until its snapshot is published, it never was. */
export async function firstSnapshot(
  paths: Paths,
  secrets: Secrets,
  launcher: Launcher,
  maker: SnapshotMaker,
): Promise<Snapshot> {
  const time = Math.floor(Date.now() / 1000)
  writeGenesis(paths, secrets, time)
  const anvil = await launcher.fromGenesis(paths.genesis)
  try {
    await installHost(anvil.rpc, secrets, time)
    const genesis = await anvil.rpc.call<{ hash: Hash }>('eth_getBlockByNumber', ['0x0', false])
    const newest = await anvil.rpc.call<{ number: Hash; hash: Hash }>('eth_getBlockByNumber', ['latest', false])
    const generation = 1
    await maker.dump(anvil.place, paths.state(generation)).written
    const snapshot: Snapshot = {
      generation,
      genesisHash: genesis.hash,
      archived: 0,
      state: { automine: true, pool: new Map(), height: Number(newest.number), hash: newest.hash, time },
    }
    publishSnapshot(paths, snapshot)
    return snapshot
  } finally {
    await anvil.kill()
  }
}

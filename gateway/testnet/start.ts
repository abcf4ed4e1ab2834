import { realpathSync } from 'node:fs'
import { getAddress } from 'viem'
import { openChain } from './chain/chain.ts'
import { keepTime } from './chain/keep-time.ts'
import { makeFolder, paths as pathsOf } from './files.ts'
import { startFront } from './front/front.ts'
import { createSubmitter } from './front/submitter.ts'
import { choosePorts, FREE, keepPorts, keptPorts, requireFree } from './http/ports.ts'
import { lockFolder } from './process/lock.ts'
import { startRelayerThread } from './relayer/start.ts'
import { loadSecrets } from './secrets.ts'
import { CHAIN_ID, wellKnown } from './sepolia.ts'
import { createOwner } from './setup/owner.ts'
import { setUp } from './setup/setup.ts'
import type { SnapshotLimits, Testnet, TestnetInfo, TestnetOptions } from './types.ts'

/**
 * What a restart may cost: about this many replayed transactions, or this much replaying, whichever comes first. So much
 * less than a last snapshot may take that an orderly stop has the time for one.
 */
const SNAPSHOT_AFTER: SnapshotLimits = { transactions: 500, replayMs: 1_500, idleReplayMs: 400 }

export type RunningTestnet = Testnet & {
  /** Resolves with the reason if the test-net cannot go on. */
  failed: Promise<Error>
}

/** Runs the offline test-net in this process: chain, RPC front, coprocessor, KMS and relayer. */
export async function startTestnet(options: TestnetOptions, pidsChanged = () => {}): Promise<RunningTestnet> {
  const log = options.log ?? (() => {})
  makeFolder(options.dataDir)
  const paths = pathsOf(realpathSync(options.dataDir))
  const lock = await lockFolder(paths.lock)
  const undo: (() => Promise<unknown>)[] = [async () => lock.release()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }

  try {
    const wanted = choosePorts(options, options.keepsPorts ? keptPorts(paths) : FREE)
    await requireFree(wanted)
    const secrets = loadSecrets(paths)
    const relayer = startRelayerThread({ dataDir: paths.root, port: wanted.relayerPort }, log)
    undo.push(relayer.stop)
    let known: TestnetInfo | undefined
    const changed = () => {
      relayer.changed()
      if (!known || known.pids.anvil === chain.pid) return
      known.pids.anvil = chain.pid
      pidsChanged()
    }
    const snapshotAfter = options.snapshotAfter ?? SNAPSHOT_AFTER
    const chain = await openChain(paths, secrets, { log, snapshotAfter, changed })
    undo.push(chain.stop)
    const submit = createSubmitter(chain)
    const owner = createOwner(chain, submit, secrets.ownerKey)
    const identity = () => {
      if (!known) return { genesisHash: chain.genesisHash, ready: false }
      const { secret: _, ...facts } = known
      return { ...facts, ready: true }
    }
    const front = await startFront({
      port: wanted.rpcPort,
      chain,
      owner,
      submit,
      secret: secrets.secret,
      identity,
      log,
    })
    undo.push(front.close)
    const beginning = relayer.begin(front.port)
    const { protocol } = options
    const contracts = await setUp(chain, owner, paths, { operator: getAddress(options.operator), protocol })
    const port = await beginning
    if (options.keepsPorts) keepPorts(paths, { rpcPort: front.port, relayerPort: port })
    // Last in, first out: the relayer asks the front, so it ends before it.
    undo.push(relayer.stop, keepTime(chain, log))

    const info: TestnetInfo = {
      rpcUrl: `http://127.0.0.1:${front.port}`,
      relayerUrl: `http://127.0.0.1:${port}/v2`,
      relayerSyncUrl: `http://127.0.0.1:${port}/v1`,
      chainId: CHAIN_ID,
      genesisHash: chain.genesisHash,
      ...contracts,
      multicall3: wellKnown.multicall3,
      secret: secrets.secret,
      pids: { testnet: process.pid, anvil: chain.pid },
    }
    known = info
    return { info, stop, failed: Promise.race([chain.failed, relayer.failed]) }
  } catch (error) {
    await stop()
    throw error
  }
}

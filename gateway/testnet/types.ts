import type { Address, Hash } from 'viem'
import type { Protocol } from './setup/protocol.ts'

export type TestnetInfo = {
  /** The RPC front. Nothing else reaches the chain. */
  rpcUrl: string
  /** Zama's relayer protocol, version 2: asynchronous, the client polls once a second. Ends in `/v2`. */
  relayerUrl: string
  /**
   * The same relayer in Zama's version 1: synchronous, no polling, so an answer takes milliseconds. Ends in `/v1`; the
   * client needs `relayerRouteVersion: 1` beside it.
   */
  relayerSyncUrl: string
  chainId: 11155111
  /** Differs between any two installations, and never changes in one. */
  genesisHash: Hash
  stable: Address
  cstable: Address
  faucet: Address
  multicall3: Address
  /** Opens fast inputs and test controls. Known to the process that started the test-net, and to no one else. */
  secret: string
  pids: { testnet: number; anvil: number }
}

export type TestnetOptions = {
  dataDir: string
  /** May use the faucet, and holds 1,000,000 ETH at genesis. */
  operator: Address
  /**
   * Version of the FHEVM. A new folder begins with 0.13, another keeps its own; where a newer one is named, the chain is
   * upgraded to it.
   */
  protocol?: Protocol | undefined
  /** Port of the RPC front; 0, the default, picks a free one. */
  rpcPort?: number
  /** Port of the relayer; 0, the default, picks a free one. */
  relayerPort?: number
  /** Ports that are not named are those of the last start that kept them, and these are kept: for others that know them. */
  keepsPorts?: boolean
  log?: (line: string) => void
  snapshotAfter?: SnapshotLimits
}

/** When a snapshot is taken: they bound the cost of a restart. None can be rolled back beyond. */
export type SnapshotLimits = {
  /** So many transactions since the last. */
  transactions: number
  /** A restart would replay for longer, in milliseconds. */
  replayMs: number
  /** The same, while nothing changes, and at a stop. */
  idleReplayMs: number
}

export type Testnet = { info: TestnetInfo; stop(): Promise<void> }

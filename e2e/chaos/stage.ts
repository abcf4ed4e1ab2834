import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '../../gateway/accounts/create-account.ts'
import { createApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import { signerFromKey } from '../../gateway/chain/live/wallet-keys.ts'
import type { Signer } from '../../gateway/chain/port.ts'
import { openStore, type Store } from '../../gateway/cli/open-store.ts'
import { writeTestnetFile } from '../../gateway/cli/testnet-file.ts'
import { readConfig } from '../../gateway/config/config.ts'
import { freePort } from '../../gateway/testing/free-port.ts'
import { type Controls, controlsOf } from '../../gateway/testnet/controls.ts'
import { spawnTestnet } from '../../gateway/testnet/process/spawn.ts'
import { moneyOn } from '../../gateway/testnet/test-kit.ts'
import type { TestnetInfo } from '../../gateway/testnet/types.ts'
import { PadWatch } from './checks/pads.ts'
import { type Engine, openStageDatabase, type StageDatabase } from './database.ts'
import type { FaultProxy } from './proxies/proxy.ts'
import type { RelayerFaultName } from './proxies/relayer-faults.ts'
import { startRelayerProxy } from './proxies/relayer-proxy.ts'
import type { RpcFaultName } from './proxies/rpc-faults.ts'
import { startRpcProxy } from './proxies/rpc-proxy.ts'
import { rpc } from './rpc.ts'

const OPERATOR_KEY = `0x${'07'.repeat(32)}`
/** STABLE of the operator's own, from which float mode pays. */
const FLOAT_UNITS = 10n ** 15n
const ACCOUNTS = 3

export type Mode = 'backed' | 'float'
/** Whether confidential amounts are derived, or the KMS is asked every time. */
export type Amounts = 'derived' | 'decrypted'
export type Account = { id: string; email: string; apiKey: string }

/** Everything around the gateway: a test-net that outlives it, two proxies, a data folder, accounts with their keys. */
export type Stage = {
  mode: Mode
  info: TestnetInfo
  controls: Controls
  operator: Signer
  /** STABLE that the operator holds before the traffic, in units. */
  operatorStable: bigint
  rpc: FaultProxy<RpcFaultName>
  relayer: FaultProxy<RelayerFaultName>
  /** What nodes were told of pads. */
  pads: PadWatch
  /** Of the next gateway in turn, as a balancer before them gives it. */
  readonly origin: string
  accounts: Account[]
  /** Settings of the gateway, for its environment. */
  settings: Record<string, string>
  /** What each gateway has of its own beside them. */
  replicas: Record<string, string>[]
  /** Opens the gateway's database, as its command line does beside it. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>
  database: StageDatabase
  /** Height of the chain before the gateway's first transaction. */
  firstBlock: number
  close(): Promise<void>
}

export type StageOptions = {
  mode: Mode
  amounts?: Amounts
  engine?: Engine
  replicas?: number
  settings?: Record<string, string>
  relayerVersion?: 1 | 2
}

/** The unmodified client polls once a second in version 2 of the relayer's protocol, and does not wait in version 1. */
export async function openStage({
  mode,
  amounts = 'derived',
  engine = 'sqlite',
  replicas: count = 1,
  settings = {},
  relayerVersion = 1,
}: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-chaos-'))
  const operator = signerFromKey(OPERATOR_KEY)
  const undo: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const { info, stop } = await spawnTestnet({ dataDir: join(folder, 'testnet'), operator: operator.address })
    undo.push(stop)
    const controls = controlsOf(info)
    if (mode === 'float') await moneyOn(info).fund(operator.address, FLOAT_UNITS, 0n)
    const floor = { block: Number(await rpc<string>(info.rpcUrl, 'eth_blockNumber')) }
    const pads = new PadWatch()
    const rpcProxy = await startRpcProxy(info.rpcUrl, controls, floor, (body) => pads.hear(body))
    undo.push(rpcProxy.close)
    const relayerProxy = await startRelayerProxy(info.relayerUrl)
    undo.push(relayerProxy.close)

    const file = join(folder, 'testnet.json')
    const relayerUrl = `${relayerProxy.origin}/v${relayerVersion}`
    writeTestnetFile(file, { ...info, rpcUrl: rpcProxy.origin, relayerUrl })
    const database = await openStageDatabase(engine, join(folder, 'data', 'offline', 'sotto.db'))
    undo.push(database.close)
    const replicas = await Promise.all(Array.from({ length: count }, (_, index) => replicaIn(folder, index)))
    const all = {
      ...roomy,
      SOTTO_NETWORK: 'offline',
      SOTTO_TESTNET: file,
      SOTTO_OPERATOR_KEY: OPERATOR_KEY,
      SOTTO_MASTER_KEY: randomBytes(32).toString('hex'),
      SOTTO_REDEEM_MODE: mode,
      SOTTO_AMOUNTS: amounts,
      // A second node, which tells the truth: what a false revert can be told by.
      SOTTO_RPC_URLS_CONFIRM: info.rpcUrl,
      SOTTO_RECEIPT_WAIT_MS: '5000',
      SOTTO_LOG_LEVEL: 'warn',
      CHAOS_RELAYER_ROUTE: String(relayerVersion),
      NODE_COMPILE_CACHE: join(tmpdir(), 'sotto-chaos-compiled'),
      ...replicas[0],
      ...database.settings,
      ...settings,
    }
    const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
      const store = await openStore(readConfig(all))
      return work(store).finally(() => store.db.destroy())
    }
    const accounts = await withStore((store) => provision(store))
    let turn = 0
    return {
      mode,
      info,
      controls,
      operator,
      operatorStable: mode === 'float' ? FLOAT_UNITS : 0n,
      rpc: rpcProxy,
      relayer: relayerProxy,
      pads,
      get origin() {
        return `http://127.0.0.1:${replicas[turn++ % count]?.SOTTO_PORT}`
      },
      accounts,
      settings: all,
      replicas,
      withStore,
      database,
      firstBlock: floor.block + 1,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function replicaIn(folder: string, index: number): Promise<Record<string, string>> {
  const dataDir = join(folder, index === 0 ? 'data' : `data-${index}`)
  // The same port for every start: its clients come back to where they were.
  return { SOTTO_DATA_DIR: dataDir, SOTTO_PORT: String(await freePort()) }
}

/** Limits that this traffic does not run into. */
const roomy = {
  SOTTO_LIMIT_READS: '1000000',
  SOTTO_LIMIT_WRITES: '1000000',
  SOTTO_LIMIT_FAUCET: '1000000000',
  SOTTO_LIMIT_GAS: '1000000',
}

async function provision(store: Store): Promise<Account[]> {
  const accounts: Account[] = []
  for (let index = 0; index < ACCOUNTS; index++) {
    const { id, email } = await createAccount(store, `person-${index}@example.org`, 'correct horse battery')
    const { secret } = await createApiKey(store, { accountId: id, label: 'chaos' })
    accounts.push({ id, email, apiKey: secret })
  }
  return accounts
}

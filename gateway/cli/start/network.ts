import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLiveChain } from '../../chain/live/chain.ts'
import { sepoliaTokens } from '../../chain/live/contracts/registry.ts'
import { unconfiguredChain } from '../../chain/live/unconfigured.ts'
import type { Chain, Signer } from '../../chain/port.ts'
import type { Config } from '../../config/config.ts'
import { fastInput } from '../../testnet/fast-input.ts'
import { spawnTestnet } from '../../testnet/process/spawn.ts'
import { proveTestnet } from '../../testnet/prove.ts'
import type { TestnetInfo } from '../../testnet/types.ts'
import { systemClock } from '../../world/clock.ts'
import type { Log } from '../../world/log.ts'
import { readTestnetFile, TESTNET_FILE, testnetStart, writeTestnetFile } from '../testnet-file.ts'
import { namedContracts, relayerOf, SEPOLIA_CHAIN } from './live-network.ts'
import { createRestartBudget } from './restart-budget.ts'

export type Network = {
  chain: Chain
  /** Addresses of the offline test-net; none on a live network. */
  testnet?: TestnetInfo
  /** Resolves where the test-net ends without having been asked to. */
  lost?: Promise<void>
  close(): Promise<void>
}

/** The chain as configured: the offline test-net in a process of its own, or a live network. */
export async function openNetwork(
  config: Config,
  dir: string,
  operator: Signer | undefined,
  log: Log,
): Promise<Network> {
  return config.SOTTO_NETWORK === 'offline' ? offline(config, dir, operator, log) : live(config, operator)
}

async function offline(config: Config, dir: string, operator: Signer | undefined, log: Log): Promise<Network> {
  if (operator === undefined) throw new Error('the offline test-net needs an operator')
  const { SOTTO_TESTNET: named, SOTTO_PROTOCOL: protocol } = config
  const testnet = await (named === undefined ? own(dir, operator, protocol, log) : attach(named))
  const { info } = testnet
  // Without a proof only on a test-net of this machine whose secret we hold.
  const shortcut = config.SOTTO_FULL_PROOFS
    ? {}
    : { fastInput: (request: FastInputRequest) => fastInput(info, request) }
  const chain = await createLiveChain({ ...info, ...furtherNodes(config), operator, ...shortcut })
  const note = join(dir, TESTNET_FILE)
  // The file of a test-net that runs alone may be of that name: that is not this gateway's to write or to remove.
  const isOurs = named === undefined || resolve(named) !== resolve(note)
  if (isOurs) writeTestnetFile(note, info)
  return {
    chain,
    testnet: info,
    ...(testnet.exited === undefined ? {} : { lost: testnet.exited }),
    async close() {
      await chain.close()
      if (isOurs) rmSync(note, { force: true })
      await testnet.stop()
    },
  }
}

type Testnet = { info: TestnetInfo; stop(): Promise<void>; exited?: Promise<void> }

/** The test-net of this data folder. If its process ends unasked it is started again at the same ports. */
async function own(dir: string, operator: Signer, protocol: Config['SOTTO_PROTOCOL'], log: Log): Promise<Testnet> {
  const options = {
    dataDir: join(dir, 'testnet'),
    operator: operator.address,
    protocol,
    log: (line: string) => log.debug({ testnet: line }, 'test-net'),
  }
  let current = await spawnTestnet(options)
  const { info } = current
  const ports = { rpcPort: portOf(info.rpcUrl), relayerPort: portOf(info.relayerUrl) }
  const exited = (async () => {
    const mayRestart = createRestartBudget(RESTARTS_PER_HOUR, () => systemClock.elapsed())
    for (;;) {
      const reason = await current.exited
      if (!mayRestart()) return log.error({ reason }, 'the test-net ended unasked, too often to be started again')
      log.warn({ reason }, 'the test-net ended unasked and is started again')
      current = await spawnTestnet({ ...options, ...ports })
      Object.assign(info.pids, current.info.pids)
    }
  })().catch((error: unknown) => log.error({ error: String(error) }, 'the test-net could not be started again'))
  return { info, exited, stop: () => current.stop() }
}

const RESTARTS_PER_HOUR = 5

function portOf(url: string): number {
  return Number(new URL(url).port)
}

/** For a command beside a running gateway: the chain that it uses. */
export async function joinNetwork(config: Config, dir: string, operator: Signer | undefined): Promise<Network> {
  if (config.SOTTO_NETWORK !== 'offline') return live(config, operator)
  const { SOTTO_TESTNET: named } = config
  const own = join(dir, TESTNET_FILE)
  if (named === undefined && !existsSync(own)) throw new Error(NOT_RUNNING)
  const { info } = await (named === undefined ? attach(own, NOT_RUNNING) : attach(named))
  const chain = await createLiveChain({
    ...info,
    ...furtherNodes(config),
    operator,
    fastInput: (request) => fastInput(info, request),
  })
  return { chain, testnet: info, close: () => chain.close() }
}

const NOT_RUNNING = 'The offline test-net is not running. Start the gateway first ("sotto start").'

/**
 * A test-net that runs already, named by the file that `sotto testnet` wrote. It goes on when this gateway ends. `away`: what is
 * said where it does not answer.
 */
async function attach(
  file: string,
  away = `The test-net of ${file} does not answer: ${testnetStart(file)}`,
): Promise<Testnet> {
  const info = readTestnetFile(file)
  await proveTestnet(info, away)
  return { info, stop: async () => {} }
}

type FastInputRequest = Parameters<typeof fastInput>[1]

function furtherNodes({ SOTTO_RPC_URLS_CONFIRM: confirmingRpcUrls, SOTTO_RPC_URL_ARCHIVE: archiveRpcUrl }: Config) {
  return { confirmingRpcUrls, ...(archiveRpcUrl === undefined ? {} : { archiveRpcUrl }) }
}

/** Needs a node and a key; tokens that are not named are the registry's, whose public mint is the faucet. */
async function live(config: Config, operator: Signer | undefined): Promise<Network> {
  const { SOTTO_RPC_URL: rpcUrl } = config
  if (rpcUrl === undefined || operator === undefined) {
    const missing = rpcUrl === undefined ? 'SOTTO_RPC_URL' : 'SOTTO_OPERATOR_KEY'
    return { chain: unconfiguredChain(missing, SEPOLIA_CHAIN), close: async () => {} }
  }
  const chain = await createLiveChain({
    rpcUrl,
    ...furtherNodes(config),
    ...relayerOf(config),
    chainId: SEPOLIA_CHAIN,
    registry: sepoliaTokens.registry,
    ...namedContracts(config),
    operator,
  })
  return { chain, close: () => chain.close() }
}

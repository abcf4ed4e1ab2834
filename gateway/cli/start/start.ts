import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { runBatches } from '../../batches/run/run-batches.ts'
import { hasBatchesUnderway } from '../../batches/run/run-store.ts'
import { keepCollecting } from '../../collections/keep-collecting.ts'
import { type Config, networkDir, type Source, unknownVariables } from '../../config/config.ts'
import { isPostgres } from '../../db/database.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { requireCurrent } from '../../db/migrate.ts'
import { announceGateway } from '../../db/postgres/leases/gateways.ts'
import { keepWatchingKey } from '../../legs/reconciling/operator-key.ts'
import { keepForgettingNews } from '../../outbox/keep-forgetting.ts'
import { keepFilling } from '../../pads/fill.ts'
import { keepFindingWallets } from '../../recovery/keep-finding.ts'
import { listening } from '../../requests/request-answer.ts'
import { keepReconciling } from '../../transactions/rebuilding/keep-reconciling.ts'
import { keepForgetting } from '../../transactions/unmined/forget-bytes.ts'
import { runWorker } from '../../transactions/worker.ts'
import { keepForgettingDeliveries } from '../../webhooks/deliver/forget.ts'
import { keepDelivering } from '../../webhooks/deliver/keep-delivering.ts'
import { spreadNews } from '../../webhooks/deliver/spread.ts'
import { hasWebhooks } from '../../webhooks/store.ts'
import { systemClock } from '../../world/clock.ts'
import { createLog, type Log } from '../../world/log.ts'
import type { Step } from '../../world/world.ts'
import { removeLeftovers } from '../backup/leftovers.ts'
import { createWorld } from '../create-world.ts'
import { followSchema } from '../database/follow-schema.ts'
import { bindChain } from '../database/network-of.ts'
import { warnings } from '../doctor/settings.ts'
import { keepHeads } from '../keys/audit-head.ts'
import { keepServer, serverChanged } from '../keys/kept-server.ts'
import { requireNewestKey } from '../keys/master-key.ts'
import { openStore } from '../open-store.ts'
import { operatorOf } from '../operator.ts'
import { print } from '../print.ts'
import { within } from './drain.ts'
import { accountInUse, firstAccount, isUnused } from './first-account.ts'
import { followKeys } from './follow-keys.ts'
import { accountWords, greeting, testnetLine } from './greeting.ts'
import { nameListener } from './listener-file.ts'
import { openNetwork } from './network.ts'
import { parentGone } from './parent.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'

/** `env`: looked at for settings that are misspelt. `step`: see `World`. */
type Surroundings = { env?: Source; step?: (step: Step) => void }

/** Runs the gateway until it is told to stop. Resolves with the exit code. */
export async function start(config: Config, { env = {}, step = () => {} }: Surroundings = {}): Promise<number> {
  const log = createLog(config.SOTTO_LOG_LEVEL)
  // From the beginning: npm may be ended while this starts.
  const stopping = Promise.race([stopSignal(), parentGone(env)])
  const endTraces = await tracesOf(config)
  const lock = await lockFolder(networkDir(config), systemClock)
  const left = removeLeftovers(networkDir(config))
  if (left.length > 0) log.warn({ folders: left }, 'what a killed backup or restore had left was removed')
  const store = await openStore(config, 'holds the folder')
  const present = isPostgres(store.db) ? await announceGateway(store.db) : undefined
  await requireCurrent(store.db)
  await requireNewestKey(store)
  await keepServer(store.db, store.dir)
  const changed = await serverChanged(store.db, store.dir)
  if (changed !== undefined) log.warn({}, `${changed}: see "After a failover" in gateway/docs/postgresql.md`)
  const created = await firstAccount(store, config)
  if (created !== undefined) print(accountWords(created))
  const unused = created === undefined && (await isUnused(store, config))
  const email = await accountInUse(store, config)
  const operator = await operatorOf(store, config)
  const network = await openNetwork(config, store.dir, operator, log)
  await bindChain(store.db, network).catch((error: unknown) => network.close().then(() => Promise.reject(error)))
  const [closing, drained] = [new AbortController(), new AbortController()]
  const signals = { closing: closing.signal, drained: drained.signal }
  const world = createWorld({ config, store, chain: network.chain, log, step, ...signals })
  const server = await serve(world, config)
  listening(world.memory).url = server.url
  // Who has a webhook, or a batch that runs, does not read to hear of what happens.
  const isWaitedFor = async () => (await hasWebhooks(world.db)) || (await hasBatchesUnderway(world.db))
  const working = config.SOTTO_WORKER
    ? Promise.all([runWorker(world), runBatches(world), keepCollecting(world)])
    : Promise.all([runWorker(world, isWaitedFor), runBatches(world), keepCollecting(world, isWaitedFor)])
  const delivering = keepDelivering(world)
  const reconciling = Promise.all([keepReconciling(world, OPERATOR_ACCOUNT), keepWatchingKey(world)])
  const finding = keepFindingWallets(world)
  // What it makes ends with this process: nothing waits for it.
  void keepFilling(world)
  const forgetting = Promise.all([
    keepForgetting(world),
    keepForgettingNews(world, () => spreadNews(world)),
    keepForgettingDeliveries(world),
  ])
  const following = followKeys(world, (error) => {
    log.error({ error: String(error) }, 'a new data key could not be read')
  })
  // The schema of a folder that this gateway holds does not change.
  const besideOthers =
    present === undefined
      ? Promise.resolve(undefined)
      : followSchema(world, (error) => {
          log.error({ error: String(error) }, 'whether another version has changed the schema could not be read')
        })
  const named = nameListener(store.dir, server.url)
  // To the end: calls that are finished write to the log.
  const keeping = keepHeads({ ...world, closing: drained.signal }, store.dir, {
    failed: (error) => log.error({ error: String(error) }, 'the head of the audit log could not be kept'),
    broken: () => log.error({}, 'the audit log was cut or replaced: see "sotto audit --verify"'),
  })
  announce(config, server.url, network.testnet, unused, email)
  for (const { name, nearest } of unknownVariables(env)) {
    const meant = nearest === undefined ? '"sotto config" lists all' : `did you mean ${nearest}?`
    log.warn({ variable: name }, `${name} is not a setting of Sotto, and was ignored: ${meant}`)
  }
  for (const { what, says, mend } of warnings(config)) log.warn({ what, mend }, says)

  const reason = await Promise.race([stopping, lost(network.lost), outdated(following), overtaken(besideOthers, log)])
  log.info({ reason }, 'stopping')
  closing.abort()
  // Under a key that is no longer the newest as little as possible is sealed.
  const late = setTimeout(() => drained.abort(), reason === KEYS_ROTATED ? 0 : config.SOTTO_DRAIN_MS)
  // What a job does not finish by then, the next look does.
  await Promise.all([server.close(), within(drained.signal, Promise.all([working, delivering, reconciling, finding]))])
  clearTimeout(late)
  drained.abort()
  await Promise.all([keeping, following, besideOthers, forgetting])
  named.remove()
  await network.close()
  await present?.end()
  await store.db.destroy()
  await endTraces()
  lock.release()
  return [TESTNET_ENDED, KEYS_ROTATED, SCHEMA_CHANGED].includes(reason) ? 1 : 0
}

async function tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const { sendTraces } = await import('../../monitoring/traces.ts')
  return sendTraces(endpoint)
}

function announce(
  config: Config,
  url: string,
  testnet: Parameters<typeof testnetLine>[0] | undefined,
  unused: boolean,
  email: string | undefined,
) {
  if (testnet !== undefined) print(`${testnetLine(testnet)}\n`)
  print(`sotto listening on ${url}\n`)
  print(greeting(config, url, unused, email))
}

const TESTNET_ENDED = 'the test-net ended'
const KEYS_ROTATED = 'the master key was rotated'
const SCHEMA_CHANGED = 'a newer version has changed the database'

function lost(ended: Promise<void> | undefined): Promise<string> {
  return ended === undefined ? new Promise(() => {}) : ended.then(() => TESTNET_ENDED)
}

/** A restart opens the new key, or says that it lacks it. */
async function outdated(following: Promise<boolean>): Promise<string> {
  return (await following) ? KEYS_ROTATED : new Promise(() => {})
}

/** A restart of the same version says so again; of the newer one it goes on. */
async function overtaken(following: Promise<Error | undefined>, log: Log): Promise<string> {
  const error = await following
  if (error === undefined) return new Promise(() => {})
  log.error({}, error.message)
  return SCHEMA_CHANGED
}

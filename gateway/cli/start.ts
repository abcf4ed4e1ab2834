import { createId } from '@paralleldrive/cuid2'
import type { Created } from '../accounts/create-account.ts'
import { systemClock } from '../clock.ts'
import { type Config, networkDir } from '../config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { createLocks } from '../locks.ts'
import { createLog } from '../log.ts'
import { runWorker } from '../transactions/worker.ts'
import type { Step, World } from '../world.ts'
import { firstAccount } from './first-account.ts'
import { greeting, testnetLine } from './greeting.ts'
import { openNetwork } from './network.ts'
import { openStore } from './open-store.ts'
import { operatorOf } from './operator.ts'
import { serve } from './serve.ts'

/** Runs the gateway until it is told to stop. Resolves with the exit code. */
export async function start(config: Config, step: (step: Step) => void = () => {}): Promise<number> {
  const log = createLog(config.SOTTO_LOG_LEVEL)
  const stopping = stopSignal()
  const lock = await lockFolder(networkDir(config), systemClock)
  const store = await openStore(config)
  const created = await firstAccount(store, config)
  const operator = await operatorOf(store, config)
  const network = await openNetwork(config, store.dir, operator, log)
  const closing = new AbortController()
  const { db, keys } = store
  const { chain } = network
  const world: World = {
    config,
    db,
    keys,
    chain,
    log,
    clock: systemClock,
    newId: createId,
    locks: createLocks(),
    step,
    closing: closing.signal,
  }
  const server = await serve(world, config)
  const working = config.SOTTO_WORKER ? runWorker(world) : Promise.resolve()
  announce(config, server.url, network.testnet, created)

  const reason = await Promise.race([stopping, lost(network.lost)])
  log.info({ reason }, 'stopping')
  closing.abort()
  await server.close()
  await working
  await network.close()
  await db.destroy()
  lock.release()
  return reason === 'the test-net ended' ? 1 : 0
}

function announce(
  config: Config,
  url: string,
  testnet: Parameters<typeof testnetLine>[0] | undefined,
  created: Created | undefined,
) {
  if (testnet !== undefined) process.stdout.write(`${testnetLine(testnet)}\n`)
  process.stdout.write(`sotto listening on ${url}\n`)
  process.stdout.write(greeting(config, url, created))
}

function lost(ended: Promise<void> | undefined): Promise<string> {
  return ended === undefined ? new Promise(() => {}) : ended.then(() => 'the test-net ended')
}

/** A second signal ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve(signal)
        process.once(signal, () => process.exit(130))
      })
    }
  })
}

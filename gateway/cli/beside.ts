import type { Signer } from '../chain/port.ts'
import { searchingOn } from '../chain/searching-on.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../world/log.ts'
import type { World } from '../world/world.ts'
import { createWorld } from './create-world.ts'
import { requireChain } from './database/network-of.ts'
import { openInstalled } from './open-store.ts'
import { operatorOf } from './operator.ts'
import { joinNetwork } from './start/network.ts'

/** Runs a command with the world of a running gateway: its database and its chain. */
export async function beside(config: Config, run: (world: World, operator: Signer) => Promise<void>): Promise<void> {
  const store = await openInstalled(config)
  const operator = await operatorOf(store, config)
  if (operator === undefined)
    throw new Error('SOTTO_OPERATOR_KEY is not set: give the key of the operator whose money this is about.')
  const network = await joinNetwork(config, store.dir, operator)
  const log = createLog('warn')
  const closing = new AbortController().signal
  const chain = searchingOn(network.chain)
  const world = createWorld({ config, store, chain, log, closing, drained: closing })
  try {
    await requireChain(store.db, network)
    await run(world, operator)
  } finally {
    await network.close()
    await store.db.destroy()
  }
}

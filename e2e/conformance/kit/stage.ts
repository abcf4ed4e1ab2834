import type { Store } from '../../../gateway/cli/open-store.ts'
import { folderForDeno } from '../../harness/deno.ts'
import { type Detour, startDetour } from '../../harness/detour.ts'
import { type Gateway, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { openPostgres } from '../../harness/postgres.ts'
import { storeOf } from '../../harness/store.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'
import type { Actor, Condition, InStore } from './actor.ts'
import { enrol, loseTables, provide } from './enrol.ts'

export type Stage = {
  testnet: Testnet
  /** The gateway in this condition, started when it is first asked for. */
  actor(condition: Condition): Promise<Actor>
  /** Does something while the `hasty` gateway cannot reach the chain. */
  severed<T>(work: (actor: Actor) => Promise<T>): Promise<T>
  /** Does something while blocks are not made, and the `hasty` gateway's payments stay pending. */
  pending<T>(work: (actor: Actor) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const UNCONFIGURED = { SOTTO_NETWORK: 'sepolia' }

/** What runs the gateways, and where they keep their rows. */
export type StageOptions = {
  /** With its own flags, where data are in this folder; this Node where absent. */
  runtime?: (folder: string) => string[]
  /** SQLite where absent. On PostgreSQL each gateway has a database of its own. */
  engine?: 'sqlite' | 'postgres'
}

export async function openStage({ runtime, engine = 'sqlite' }: StageOptions = {}): Promise<Stage> {
  const folder = runtime === undefined ? temporaryFolder() : folderForDeno()
  const [testnet, postgres] = await Promise.all([
    startTestnet(folder.path),
    engine === 'postgres' ? openPostgres() : undefined,
  ])
  const detour: Detour = await startDetour(testnet.info.rpcUrl)
  const gateways: Gateway[] = []
  const stores: Store[] = []
  const actors = new Map<Condition, Promise<Actor>>()

  const environments: Record<Condition, () => Record<string, string> | Promise<Record<string, string>>> = {
    sound: () => testnet.environment(),
    hasty: async () => ({
      ...testnet.environment({ rpcUrl: detour.url }),
      SOTTO_OPERATOR_KEY: await testnet.newOperator(),
      SOTTO_RECEIPT_WAIT_MS: '0',
    }),
    strict: () => ({
      ...testnet.environment(),
      SOTTO_LIMIT_READS: '1',
      SOTTO_LIMIT_WRITES: '1',
      SOTTO_LIMIT_LOGINS: '1',
    }),
    broken: () => testnet.environment(),
    unconfigured: () => UNCONFIGURED,
  }

  async function start(condition: Condition): Promise<Actor> {
    const dataDir = `${folder.path}/${condition}`
    const run = runtime === undefined ? {} : { runtime: runtime(folder.path) }
    const database = postgres === undefined ? {} : { DATABASE_URL: await postgres.newDatabase() }
    const env = { ...(await environments[condition]()), ...database }
    const gateway = await startGateway({ dataDir, env, ...run })
    gateways.push(gateway)
    const network = condition === 'unconfigured' ? UNCONFIGURED : {}
    const store = await storeOf(dataDir, { ...network, ...database })
    stores.push(store)
    const inStore: InStore = (work) => work(store)
    const actor = await enrol(gateway, inStore, condition)
    if (condition === 'sound' || condition === 'hasty') await provide(actor)
    if (condition === 'broken') await loseTables(inStore)
    return actor
  }

  function actor(condition: Condition): Promise<Actor> {
    const known = actors.get(condition)
    if (known !== undefined) return known
    const made = start(condition)
    actors.set(condition, made)
    return made
  }

  return {
    testnet,
    actor,
    async severed(work) {
      const hasty = await actor('hasty')
      detour.cut()
      return work(hasty).finally(() => detour.mend())
    },
    async pending(work) {
      const hasty = await actor('hasty')
      await testnet.controls.setAutomine(false)
      return work(hasty).finally(() => testnet.controls.setAutomine(true))
    },
    async close() {
      await Promise.all(stores.map(({ db }) => db.destroy()))
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await detour.close()
      await testnet.stop()
      await postgres?.stop()
      folder.remove()
    },
  }
}

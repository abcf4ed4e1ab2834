import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { version } from '../../../version.ts'
import type { Database, Db } from '../../database.ts'
import { schemaNumber } from '../../migrations.ts'
import { databaseNow } from '../clock.ts'

/** One that was killed counts as running for so long; one that stood still longer counts as ended. */
const PRESENT_MS = 15_000
const RENEW_EVERY_MS = 4_000
const NAME = 'gateway:'
/** Requests that a gateway was killed in, and that were not repeated. */
const REQUEST = 'request:'

/** Lets others know that a gateway runs on this database, until it ends. To be called before it reads its keys. */
export async function announceGateway(db: Database): Promise<{ end(): Promise<void> }> {
  const id = randomUUID()
  const announce = () => upsert(db, id)
  await announce()
  const renewing = setInterval(() => void announce().catch(() => {}), RENEW_EVERY_MS).unref()
  return {
    async end() {
      clearInterval(renewing)
      // One that cannot be taken away runs out.
      await db
        .deleteFrom('leases')
        .where('name', '=', NAME + id)
        .execute()
        .catch(() => {})
    },
  }
}

async function upsert(db: Database, id: string): Promise<void> {
  const until = sql<number>`${databaseNow} + ${sql.lit(PRESENT_MS)}`
  await db
    .insertInto('leases')
    .values({ name: NAME + id, owner: selfDescription(), until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until }))
    .execute()
  const left = db.deleteFrom('leases').where('until', '<', databaseNow)
  await left.where((e) => e.or([NAME, REQUEST].map((name) => e('name', 'like', `${name}%`)))).execute()
}

/** Read by other versions, in which the number of the schema decides what may be changed beside this gateway. */
function selfDescription(): string {
  return `sotto ${version}, schema ${schemaNumber()}, on ${hostname()}, process ${process.pid}`
}

/** `schema`: the newest that it knows; undefined of a version that does not say so. `says`: which one it is. */
export type RunningGateway = { schema: number | undefined; says: string }

/** The gateways that run on this database. */
export async function listGateways(db: Db): Promise<RunningGateway[]> {
  const running = db.selectFrom('leases').select('owner').where('name', 'like', `${NAME}%`)
  const rows = await running.where('until', '>', databaseNow).orderBy('name').execute()
  return rows.map(({ owner }) => {
    const schema = /, schema (\d{1,4}),/.exec(owner)?.[1]
    if (schema === undefined) return { schema: undefined, says: 'one of a version that does not say which' }
    return { schema: Number(schema), says: owner }
  })
}

/** How many gateways run on this database. */
export async function runningGateways(db: Db): Promise<number> {
  return (await listGateways(db)).length
}

/** Until the transaction ends no gateway announces itself: those that have are counted, by a look from outside of it. */
export async function holdAnnouncements(trx: Db): Promise<void> {
  await sql`lock table leases in share row exclusive mode`.execute(trx)
}

/**
 * Last in a transaction that changes the schema: work begun under a lease before its end that has not yet asked for the
 * lease (`fence.ts`), meets a row that was written meanwhile. It is taken back, begun again, and sees the schema as it is.
 */
export async function overtakeLeases(trx: Db): Promise<void> {
  await trx
    .updateTable('leases')
    .set((e) => ({ until: e.ref('until') }))
    .execute()
}

/** Until the transaction ends no gateway reads the keys: an earlier one is counted in it, a later one waits. First in it. */
export async function holdSecrets(trx: Db): Promise<void> {
  await sql`lock table secrets in access exclusive mode`.execute(trx)
}

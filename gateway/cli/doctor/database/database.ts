import { join } from 'node:path'
import { newestAt } from '../../../audit/store.ts'
import type { Config } from '../../../config/config.ts'
import { flawsOfSqlite } from '../../../db/copy.ts'
import { atomically, type Database } from '../../../db/database.ts'
import { hasSchema, newerMigrations, pendingMigrations } from '../../../db/migrate.ts'
import { openDatabase } from '../../../db/open.ts'
import { openKeyring } from '../../../db/sealed/open-keyring.ts'
import { runsBeside } from '../../../db/versions-beside.ts'
import { unplacedRepeats } from '../../../transactions/arrivals/read-store.ts'
import { countOwed } from '../../../transactions/store.ts'
import { setTotals, wrongTotals } from '../../../transactions/totals-store.ts'
import type { Clock } from '../../../world/world.ts'
import { LogBroken, openEverything } from '../../backup/open-everything.ts'
import { counted, of } from '../../counted.ts'
import { DATABASE_FILE } from '../../database-file.ts'
import { keptHead } from '../../keys/audit-head.ts'
import { fittingKey } from '../../keys/master-key.ts'
import { goneFrom, hadDatabase, isThere } from '../../open-store.ts'
import { bad, type Finding, ok, warn } from '../finding.ts'
import { checkAhead, checkServer } from './failover.ts'
import { checkSenders } from './senders.ts'
import { damaged, unsound } from './unsound.ts'
import { checkWallets } from './wallets.ts'
import { checkWebhooks } from './webhooks.ts'

type Time = Pick<Clock, 'now'>

/** The database: sound, of this version, opened by this master key to its last value, its times not ahead of ours. */
export async function checkDatabase(config: Config, dir: string, time: Time): Promise<Finding[]> {
  const file = join(dir, DATABASE_FILE)
  const failed = (error: unknown) => [unsound(error, config, file)]
  try {
    if (config.DATABASE_URL === undefined) {
      if (!isThere(file)) return gone(config, dir)
      const [flaw] = flawsOfSqlite(file)
      if (flaw !== undefined) return [damaged(file, flaw)]
    }
    const { db } = await openDatabase({ url: config.DATABASE_URL, file })
    try {
      return [...(await checkServer(db, dir)), ...(await checkRows(config, db, dir, time).catch(failed))]
    } finally {
      await db.destroy()
    }
  } catch (error) {
    return failed(error)
  }
}

function gone(config: Config, dir: string): Finding[] {
  if (!hadDatabase(dir)) return []
  const { says, mend } = goneFrom(config)
  return [bad('database', says, mend)]
}

async function checkRows(config: Config, db: Database, dir: string, time: Time): Promise<Finding[]> {
  const isMade = await hasSchema(db)
  if (hadDatabase(dir) && !isMade) return gone(config, dir)
  const newer = await newerMigrations(db)
  if (!runsBeside(newer))
    return [bad('database', `is of a newer Sotto, with ${newer.join(', ')}`, 'run the newer version of Sotto')]
  const pending = await pendingMigrations(db)
  // An empty one gets its key at the first start.
  const master = isMade ? await fittingKey(db, dir, config.SOTTO_MASTER_KEY) : undefined
  if (pending.length > 0 || master === undefined)
    return [warn('database', `waits for ${pending.join(', ')}`, 'start the gateway once')]
  const keys = await openKeyring(db, master)
  // The rest is told beside a log that lacks entries: what a failover has lost shows on the chain, too.
  const opened = await openEverything(db, keys, keptHead(dir)).catch((error: unknown) => {
    if (error instanceof LogBroken) return error
    throw error
  })
  const last = await newestAt(db)
  return [
    ...besideNewer(newer),
    ...owedFound(await countOwed(db)),
    opened instanceof LogBroken ? unsound(opened, config, join(dir, DATABASE_FILE)) : ok('database', holds(opened)),
    await totals(db),
    clock(last ?? 0, time.now()),
    ...(await repeats(db)),
    ...(await checkSenders(db, keys)),
    ...(await checkAhead(config, db, dir)),
    ...(await checkWallets(db, time.now())),
    ...(await checkWebhooks(db, keys)),
  ]
}

function holds({ accounts, sealed, events }: Awaited<ReturnType<typeof openEverything>>): string {
  const log = `the audit log, ${counted(events, 'entry', 'entries')}, is whole`
  return `${counted(accounts, 'account')}; ${counted(sealed, 'sealed value')}, all opened; ${log}`
}

/** As in the middle of a rolling upgrade. */
function besideNewer(newer: readonly string[]): Finding[] {
  if (newer.length === 0) return []
  const says = `a newer Sotto has added ${newer.join(', ')}, which this version runs beside`
  return [warn('schema', says, 'give this gateway the newer version too; until then make backups with that one')]
}

/** Totals that lists show are kept beside the rows. Wrong ones, as an edit by hand leaves them, are set right here. */
async function totals(db: Database): Promise<Finding> {
  if ((await wrongTotals(db)).length === 0) return ok('totals', 'of transactions agree with the rows')
  // Again, without other writers: a payment may have come between the two counts.
  const wrong = await atomically(db, async (trx) => {
    const found = await wrongTotals(trx)
    await setTotals(trx, found)
    return found
  })
  if (wrong.length === 0) return ok('totals', 'of transactions agree with the rows')
  const were = of(wrong.length, 'was', 'were')
  const says = `${counted(wrong.length, 'total')} of transactions ${were} wrong`
  return warn('totals', says, 'nothing to do: they were set right')
}

const MINED_ONE = 'was mined after it had failed'
const MINED_MANY = 'were mined after they had failed'

/** What only the operator can settle. */
export function owedFound({ owed, minedAfterAll }: Awaited<ReturnType<typeof countOwed>>): Finding[] {
  const payments = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${counted(count, 'payment')} ${of(count, one, many)}`]
  const says = [...payments(owed, 'is owed', 'are owed'), ...payments(minedAfterAll, MINED_ONE, MINED_MANY)]
  return says.length === 0 ? [] : [warn('owed', says.join('; '), 'see "sotto owed"')]
}

/** A node that told a log twice made two rows of one payment, until it was kept which log a row is. */
async function repeats(db: Database): Promise<Finding[]> {
  return (await unplacedRepeats(db)).map(({ address, count, fromBlock }) =>
    warn(
      'arrivals',
      `${counted(count, 'payment')} to ${address} may be listed twice: nothing says which log of ${of(count, 'its transaction it is', 'their transactions they are')}`,
      `sotto wallet rescan --address ${address} --from-block ${fromBlock}`,
    ),
  )
}

/** Clocks of several gateways on one database differ by so much, and nothing comes of it. */
const APART_MS = 60_000

/** `now`: read after the entry was, which somebody may have written a moment ago. */
function clock(last: number, now: number): Finding {
  if (last <= now + APART_MS) return ok('clock', new Date(now).toISOString())
  return bad(
    'clock',
    `the last audit entry is ${Math.ceil((last - now) / 1000)} s in the future`,
    'set the clock (NTP): codes, sessions and limits depend on it',
  )
}

import type { Config } from '../../../config/config.ts'
import { NoMasterKey } from '../../../crypto/master-key.ts'
import { cannotWrite, codeOf, DatabaseGone } from '../../../db/database.ts'
import { UnsafeDatabase } from '../../../db/postgres/require-safe.ts'
import { WrongMasterKey } from '../../../db/sealed/open-keyring.ts'
import { LogBroken } from '../../backup/open-everything.ts'
import { systemWords } from '../../explain.ts'
import { bad, type Finding, reason } from '../finding.ts'
import { AFTER_FAILOVER } from './failover.ts'

const RESTORE = 'restore a backup (sotto restore FILE --force)'

/** A failover or a restore that lost entries does this too: then what is in the database is what there is. */
const BROKEN_LOG =
  'find out why; after a failover or restore that you know of: sotto audit --acknowledge. Otherwise somebody has altered the database: restore a backup'

/** The same where a server may have taken over from another: a backup over it would lose more. */
const BROKEN_LOG_OF_SERVER = `if another server took over from the one before, or an older copy was put in place: ${AFTER_FAILOVER}. If not, somebody has altered the database: keep it as it is, and restore a backup onto an empty one`

const RESTORE_ONTO_SERVER =
  'if another server took over, see "After a failover" in gateway/docs/postgresql.md; else restore a backup onto an empty database, as gateway/docs/upgrade-and-backup.md says'

const SERVER = 'see to the server and to what its user may do, or set DATABASE_URL'

/** A backup over a sound database would lose what is newer. */
const OPEN =
  'see who owns the files, and whether their disk is full or read-only; then run this again, and restore nothing'

/** What SQLite's own check finds, or says of a file that is damaged at its beginning, which it does not even begin to check. */
export function damaged(file: string, flaw: string): Finding {
  return bad('database', `${file} is damaged: ${flaw}`, RESTORE)
}

/** What is wrong with a database, by the error that a look at it ended with. `file`: of SQLite. */
export function unsound(error: unknown, { DATABASE_URL: url }: Config, file: string): Finding {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) return damaged(file, reason(error))
  return bad('database', systemWords(error) ?? reason(error), mendFor(error, url !== undefined))
}

function mendFor(error: unknown, isServer: boolean): string {
  if (error instanceof WrongMasterKey || error instanceof NoMasterKey)
    return 'bring back the master key that belongs to this database: backups since it was last rotated hold it'
  if (error instanceof LogBroken) return isServer ? BROKEN_LOG_OF_SERVER : BROKEN_LOG
  if (OF_SYSTEM.test(codeOf(error))) return OPEN
  if (error instanceof UnsafeDatabase || error instanceof DatabaseGone) return SERVER
  if (cannotWrite(error) || codeOf(error) === NOT_ALLOWED) return isServer ? SERVER : OPEN
  return isServer ? RESTORE_ONTO_SERVER : RESTORE
}

/** As EACCES: of a file beside the database. */
const OF_SYSTEM = /^E[A-Z]+$/
/** PostgreSQL's code for a table or a function that its user may not use. */
const NOT_ALLOWED = '42501'

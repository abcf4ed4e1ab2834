import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Head } from '../../../audit/store.ts'
import { listRevokedKeys, listUnrevokedKeys } from '../../../auth/credentials/living.ts'
import { type Config, networkDir } from '../../../config/config.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Database } from '../../../db/database.ts'
import { fits, readKeyring } from '../../../db/sealed/open-keyring.ts'
import { openSqlite } from '../../../db/sqlite.ts'
import { listIssuers } from '../../../notas/issuers-store.ts'
import { listNotaryKeys } from '../../../notas/store.ts'
import { type Given, givenIndexes } from '../../../recovery/index-searches-store.ts'
import { DATABASE_FILE } from '../../database-file.ts'
import { keptHead } from '../../keys/audit-head.ts'
import { fittingKey } from '../../keys/master-key.ts'
import { type Access, readAccesses } from './access-store.ts'
import { goesOnFrom, loggedRevocations } from './log-store.ts'

/** A backup: its keyring and master key, and the newest entry of the log that it was made of. */
export type Backup = { keys: Keyring; master: Uint8Array; head: Head | undefined }

/** What the data says that a restore replaces. */
export type InPlace = {
  /** Whether its secrets could be opened, it is of the same installation, and its log goes on from the backup. */
  isNewer: boolean
  /** Whether it is of the same installation, and sealed under another master key. */
  hasOtherMaster: boolean
  /** IDs of API keys. That one is alive counts only where this gateway has written so, since the backup. */
  revoked: Set<string>
  alive: Set<string>
  accounts: Map<string, Access>
  /** Fingerprints of nota keys, undefined where they are not known; and those that the audit log calls revoked too. */
  revokedNotaries: string[] | undefined
  loggedRevocations: Set<string>
  /** Fingerprints of issuers; undefined where they are not known. */
  pins: string[] | undefined
  /** Indexes that were given out. */
  wallets: Given[]
  requests: Given[]
}

const NOTHING: InPlace = {
  isNewer: false,
  hasOtherMaster: false,
  revoked: new Set(),
  alive: new Set(),
  accounts: new Map(),
  revokedNotaries: undefined,
  loggedRevocations: new Set(),
  pins: undefined,
  wallets: [],
  requests: [],
}

/** Nothing where there is none, as on PostgreSQL, and of what cannot be read. */
export async function readInPlace(config: Config, backup: Backup): Promise<InPlace> {
  const dir = networkDir(config)
  const file = join(dir, DATABASE_FILE)
  if (!existsSync(file)) return NOTHING
  let db: Database | undefined
  try {
    db = openSqlite(file)
    const keys = await keyringOf(db, dir, config).catch(() => undefined)
    const isSame = keys !== undefined && pepperOf(keys) === pepperOf(backup.keys)
    return { ...(await readAny(db)), ...(isSame ? await readOwn(db, dir, keys, backup).catch(() => ({})) : {}) }
  } catch {
    return NOTHING
  } finally {
    await db?.destroy()
  }
}

async function keyringOf(db: Database, dir: string, config: Config): Promise<Keyring> {
  return readKeyring(db, await fittingKey(db, dir, config.SOTTO_MASTER_KEY))
}

/** Stands for the pepper, which an installation keeps for its life. */
const pepperOf = (keys: Keyring) => keys.hash('installation', '')

/** Damaged data may be the very reason for the restore, and that of an older version lacks tables. */
const readable = <Row>(rows: Promise<Row[]>) => rows.catch((): Row[] => [])

/** What needs no keys. */
async function readAny(db: Database): Promise<InPlace> {
  const notaries = await listNotaryKeys(db).catch(() => undefined)
  return {
    ...NOTHING,
    revoked: new Set(await readable(listRevokedKeys(db))),
    revokedNotaries: notaries?.flatMap(({ revokedAt, fingerprint }) => (revokedAt ? [fingerprint] : [])),
    wallets: await readable(givenIndexes(db, 'walletIndexes')),
    requests: await readable(givenIndexes(db, 'requestIndexes')),
  }
}

/** The rest, of the same installation. */
async function readOwn(db: Database, dir: string, keys: Keyring, backup: Backup): Promise<Partial<InPlace>> {
  const isNewer = await goesOnFrom(db, backup.head).catch(() => false)
  const pins = await listIssuers(db).catch(() => undefined)
  return {
    isNewer,
    hasOtherMaster: isNewer && !(await fits(db, backup.master)),
    alive: new Set(isNewer ? await readable(listUnrevokedKeys(db, keys)) : []),
    accounts: await readAccesses(db, keys).catch(() => NOTHING.accounts),
    loggedRevocations: await loggedRevocations(db, keys, keptHead(dir)).catch(() => NOTHING.loggedRevocations),
    pins: pins?.map(({ fingerprint }) => fingerprint),
  }
}

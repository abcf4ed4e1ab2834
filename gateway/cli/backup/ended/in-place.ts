import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newestAt } from '../../../audit/store.ts'
import { listRevokedKeys, listUnrevokedKeys } from '../../../auth/credentials/living.ts'
import { type Config, networkDir } from '../../../config/config.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Database } from '../../../db/database.ts'
import { readKeyring } from '../../../db/sealed/open-keyring.ts'
import { openSqlite } from '../../../db/sqlite.ts'
import { type Issuer, listIssuers } from '../../../notas/issuers-store.ts'
import { listNotaryKeys } from '../../../notas/store.ts'
import { type Given, givenIndexes } from '../../../recovery/index-searches-store.ts'
import { DATABASE_FILE } from '../../database-file.ts'
import { fittingKey } from '../../keys/master-key.ts'
import { type Access, readAccesses } from './access-store.ts'

/** What the data says that a restore replaces. */
export type InPlace = {
  /** Whether its secrets could be opened, and it is of the same installation. */
  isSame: boolean
  /** IDs of API keys. That one is alive counts only where this gateway has written so. */
  revoked: Set<string>
  alive: Set<string>
  accounts: Map<string, Access>
  /** Fingerprints. */
  revokedNotaries: string[]
  /** Whether it is newer than the pin of an issuer, and has it no more. */
  hasUnpinned(issuer: Issuer): boolean
  /** Indexes that were given out. */
  wallets: Given[]
  requests: Given[]
}

const NOTHING: InPlace = {
  isSame: false,
  revoked: new Set(),
  alive: new Set(),
  accounts: new Map(),
  revokedNotaries: [],
  hasUnpinned: () => false,
  wallets: [],
  requests: [],
}

/** Nothing where there is none, as on PostgreSQL, and of what cannot be read. `keys`: of what is restored. */
export async function readInPlace(config: Config, keys: Keyring): Promise<InPlace> {
  const file = join(networkDir(config), DATABASE_FILE)
  if (!existsSync(file)) return NOTHING
  let db: Database | undefined
  try {
    db = openSqlite(file)
    const own = await keyringOf(db, config).catch(() => undefined)
    return await readAll(db, own !== undefined && pepperOf(own) === pepperOf(keys) ? own : undefined)
  } catch {
    return NOTHING
  } finally {
    await db?.destroy()
  }
}

async function keyringOf(db: Database, config: Config): Promise<Keyring> {
  return readKeyring(db, await fittingKey(db, networkDir(config), config.SOTTO_MASTER_KEY))
}

/** Stands for the pepper, which an installation keeps for its life. */
const pepperOf = (keys: Keyring) => keys.hash('installation', '')

async function readAll(db: Database, keys: Keyring | undefined): Promise<InPlace> {
  // Damaged data may be the very reason for the restore, and that of an older version lacks tables.
  const readable = <Row>(rows: Promise<Row[]>) => rows.catch((): Row[] => [])
  const until = await newestAt(db).catch(() => undefined)
  const pins = await listIssuers(db).catch(() => undefined)
  const hasUnpinned = ({ fingerprint, createdAt }: Issuer) =>
    createdAt <= (until ?? 0) && pins?.every((pin) => pin.fingerprint !== fingerprint) === true
  return {
    isSame: keys !== undefined,
    revoked: new Set(await readable(listRevokedKeys(db))),
    alive: new Set(keys && (await readable(listUnrevokedKeys(db, keys)))),
    accounts: keys === undefined ? NOTHING.accounts : await readAccesses(db, keys).catch(() => NOTHING.accounts),
    revokedNotaries: (await readable(listNotaryKeys(db))).flatMap((key) => (key.revokedAt ? [key.fingerprint] : [])),
    hasUnpinned: keys === undefined ? NOTHING.hasUnpinned : hasUnpinned,
    wallets: await readable(givenIndexes(db, 'walletIndexes')),
    requests: await readable(givenIndexes(db, 'requestIndexes')),
  }
}

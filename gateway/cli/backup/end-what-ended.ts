import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newestAt } from '../../audit/store.ts'
import { revokeApiKey } from '../../auth/credentials/api-keys.ts'
import { endAllChallenges } from '../../auth/credentials/challenges.ts'
import { listRevokedKeys, listUnrevokedKeys, listUsableKeys } from '../../auth/credentials/living.ts'
import { endAllSessions } from '../../auth/credentials/sessions.ts'
import { auditAdmin, type ServerAdmin } from '../../auth/manage/manage-account.ts'
import { pauseRestored } from '../../batches/pause-restored.ts'
import { type Config, networkDir } from '../../config/config.ts'
import { MASTER_KEY_FILE, masterKey } from '../../crypto/master-key.ts'
import { atomically, type Database } from '../../db/database.ts'
import { readKeyring } from '../../db/sealed/open-keyring.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { beginAnew } from '../../outbox/store.ts'
import { type Given, givenIndexes, skipGiven } from '../../recovery/index-searches-store.ts'
import { beginSearches } from '../../recovery/searches-store.ts'
import { DATABASE_FILE } from '../database-file.ts'

/** An API key that a restore brings back to life, and that may have been revoked since. */
export type LivingKey = { id: string; label: string; prefix: string; email: string }

/** `paused`: how many batches it has paused. */
export type Ended = { alive: LivingKey[]; paused: number }

/**
 * A backup knows nothing of what ended after it was made. Sign-ins end with the restore; keys that the data in place knows
 * as revoked stay revoked; the others are named, so that anyone who restores can revoke them. Wallets
 * that were made since are looked for, if the backup has their seed (`hasSeed`); no address that the data in place has given
 * out is given out again. Batches that run in it are paused.
 */
export async function endWhatEnded(restored: ServerAdmin, config: Config, hasSeed: boolean): Promise<Ended> {
  const known = await knownInPlace(config)
  return atomically(restored.db, async (db) => {
    await endAllSessions(db)
    await endAllChallenges(db)
    const alive: LivingKey[] = []
    for (const key of await listUsableKeys(db, restored.clock.now())) {
      if (known.revoked.has(key.id)) {
        await revokeApiKey(db, restored.keys, key.accountId, key.id, restored.clock.now())
      } else if (!known.alive.has(key.id)) {
        alive.push({ id: key.id, label: key.label, prefix: key.prefix, email: key.email })
      }
    }
    await noteRestore(db, restored.clock.now())
    const madeAt = (await newestAt(db)) ?? restored.clock.now()
    if (hasSeed) {
      await beginSearches(db, { is: 'restored', madeAfter: madeAt })
      await skipGiven(db, 'walletIndexes', known.wallets)
      await skipGiven(db, 'requestIndexes', known.requests)
    }
    await beginAnew(db, restored.clock.now())
    // After that: their news are the first of the new ones.
    const paused = await pauseRestored(db, restored.keys, restored.clock.now())
    await auditAdmin({ ...restored, db }, null, 'backup.restored')
    return { alive, paused }
  })
}

/** Keys by their IDs, and the indexes that were given out. */
type Known = { revoked: Set<string>; alive: Set<string>; wallets: Given[]; requests: Given[] }

/** What the data that is to be replaced says; nothing if there is none, and of what cannot be read. */
async function knownInPlace(config: Config): Promise<Known> {
  const none = { revoked: new Set<string>(), alive: new Set<string>(), wallets: [], requests: [] }
  const file = join(networkDir(config), DATABASE_FILE)
  if (!existsSync(file)) return none
  // Damaged data may be the very reason for the restore, and that of an older version lacks tables.
  const readable = <Row>(rows: Promise<Row[]>) => rows.catch((): Row[] => [])
  let db: Database | undefined
  try {
    db = openSqlite(file)
    return {
      revoked: new Set(await readable(listRevokedKeys(db))),
      alive: new Set(await readable(aliveIn(db, config))),
      wallets: await readable(givenIndexes(db, 'walletIndexes')),
      requests: await readable(givenIndexes(db, 'requestIndexes')),
    }
  } catch {
    return none
  } finally {
    await db?.destroy()
  }
}

/** That a key is alive counts only where this gateway has written so. */
async function aliveIn(db: Database, config: Config): Promise<string[]> {
  const dir = networkDir(config)
  if (config.SOTTO_MASTER_KEY === undefined && !existsSync(join(dir, MASTER_KEY_FILE))) return []
  return listUnrevokedKeys(db, await readKeyring(db, masterKey(dir, config.SOTTO_MASTER_KEY)))
}

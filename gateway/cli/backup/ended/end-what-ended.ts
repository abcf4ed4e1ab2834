import { setDisabled } from '../../../accounts/store.ts'
import { newestAt } from '../../../audit/store.ts'
import { revokeApiKey } from '../../../auth/credentials/api-keys.ts'
import { endAllChallenges } from '../../../auth/credentials/challenges.ts'
import { listUsableKeys } from '../../../auth/credentials/living.ts'
import { endAllSessions } from '../../../auth/credentials/sessions.ts'
import { auditAdmin, type ServerAdmin } from '../../../auth/manage/manage-account.ts'
import { pauseRestored } from '../../../batches/pause-restored.ts'
import type { Config } from '../../../config/config.ts'
import { atomically, type Db } from '../../../db/database.ts'
import { noteRestore } from '../../../legs/reconciling/restores-store.ts'
import { type Issuer, listIssuers } from '../../../notas/issuers-store.ts'
import { listNotaryKeys, revokeNotaryKey } from '../../../notas/store.ts'
import { beginAnew } from '../../../outbox/store.ts'
import { skipGiven } from '../../../recovery/index-searches-store.ts'
import { beginSearches } from '../../../recovery/searches-store.ts'
import { cancelRestored } from '../../../requests/cancel-restored.ts'
import { differences, readAccesses } from './access-store.ts'
import { type Backup, type InPlace, readInPlace } from './in-place.ts'

/** An API key that a restore brings back to life, and that may have been revoked since. */
export type LivingKey = { id: string; label: string; prefix: string; email: string }

/**
 * `disabled` (e-mails), `revoked` (fingerprints of nota keys): what had ended in the replaced data, and has ended again. What
 * differs there, and stays as in the backup: of accounts (`others`), nota keys that are called revoked there (`unrevoked`),
 * issuers that are not pinned there (`pinned`), the master key (`hasOldMaster`). `allKnown`: whether all of that could be read, in
 * data that is newer than the backup. `paused`, `cancelled`: how many batches it has paused, and requests cancelled.
 */
export type Ended = {
  alive: LivingKey[]
  disabled: string[]
  revoked: string[]
  unrevoked: string[]
  pinned: Issuer[]
  others: { email: string; parts: string[] }[]
  hasOldMaster: boolean
  allKnown: boolean
  paused: number
  cancelled: number
}

/**
 * A backup knows nothing of what ended after it was made. Sign-ins end with the restore. Accounts stay disabled where the data in
 * place is newer, for an account can be enabled again; keys that were revoked stay so, of nota keys those that its audit log
 * names. All else that differs is only named: a writer of the database could have made it so. So are API keys that it does
 * not know to live. Wallets that were made since are looked for, if the backup has their seed (`hasSeed`); no address that
 * the data in place has given out is given out again. Batches that run in it are paused, open requests at wallets' addresses
 * cancelled.
 */
export async function endWhatEnded(
  restored: ServerAdmin,
  config: Config,
  backup: Omit<Backup, 'keys'> & { hasSeed: boolean },
): Promise<Ended> {
  const { hasSeed } = backup
  const known = await readInPlace(config, { ...backup, keys: restored.keys })
  return atomically(restored.db, async (db) => {
    await endAllSessions(db)
    await endAllChallenges(db)
    const now = restored.clock.now()
    const madeAt = (await newestAt(db)) ?? now
    const admin = { ...restored, db }
    const ended = { ...(await endAccounts(admin, known)), ...(await endSigners(admin, known)) }
    const alive = await endKeys(admin, known)
    await noteRestore(db, now)
    if (hasSeed) {
      await beginSearches(db, { is: 'restored', madeAfter: madeAt })
      await skipGiven(db, 'walletIndexes', known.wallets)
      await skipGiven(db, 'requestIndexes', known.requests)
    }
    await beginAnew(db, now)
    // After that: their news are the first of the new ones.
    const paused = await pauseRestored(db, restored.keys, now)
    const cancelled = await cancelRestored(db, restored.keys, now)
    await auditAdmin(admin, null, 'backup.restored')
    return { ...ended, alive, hasOldMaster: known.hasOtherMaster, paused, cancelled }
  })
}

type Admin = Omit<ServerAdmin, 'db'> & { db: Db }

/** Disables what is disabled there, and compares the rest. */
async function endAccounts(admin: Admin, known: InPlace): Promise<Pick<Ended, 'disabled' | 'others' | 'allKnown'>> {
  const [disabled, others]: [string[], Ended['others']] = [[], []]
  const own = await readAccesses(admin.db, admin.keys)
  for (const [id, here] of own) {
    const there = known.accounts.get(id)
    if (there === undefined) continue
    const ends = known.isNewer && there.disabled && !here.disabled
    if (ends) {
      await setDisabled(admin.db, admin.keys, id, admin.clock.now())
      await auditAdmin(admin, id, 'account.disabled')
      disabled.push(here.email)
    }
    const parts = differences(ends ? { ...here, disabled: true } : here, there)
    if (parts.length > 0) others.push({ email: here.email, parts })
  }
  const signersKnown = known.revokedNotaries !== undefined && known.pins !== undefined
  const allKnown = known.isNewer && signersKnown && [...own.keys()].every((id) => known.accounts.has(id))
  return { disabled, others, allKnown }
}

/** Revokes what is revoked there. The keys that live and are not known there to live. */
async function endKeys({ db, keys, clock }: Admin, known: InPlace): Promise<LivingKey[]> {
  const alive: LivingKey[] = []
  for (const key of await listUsableKeys(db, clock.now())) {
    if (known.revoked.has(key.id)) {
      await revokeApiKey(db, keys, key.accountId, key.id, clock.now())
    } else if (!known.alive.has(key.id) || !known.accounts.has(key.accountId)) {
      alive.push({ id: key.id, label: key.label, prefix: key.prefix, email: key.email })
    }
  }
  return alive
}

/** Revokes the nota keys that are revoked there by an entry of the log. Those that are so without one, and the pins that are not there. */
async function endSigners(admin: Admin, known: InPlace): Promise<Pick<Ended, 'revoked' | 'unrevoked' | 'pinned'>> {
  const [revoked, unrevoked]: [string[], string[]] = [[], []]
  for (const { fingerprint, revokedAt } of await listNotaryKeys(admin.db)) {
    if (revokedAt !== null || !known.revokedNotaries?.includes(fingerprint)) continue
    if (!known.loggedRevocations.has(fingerprint)) {
      unrevoked.push(fingerprint)
      continue
    }
    await revokeNotaryKey(admin.db, fingerprint, admin.clock.now())
    await auditAdmin(admin, null, 'nota_key.revoked', fingerprint)
    revoked.push(fingerprint)
  }
  const pins = known.pins && new Set(known.pins)
  const pinned = (await listIssuers(admin.db)).filter(({ fingerprint }) => pins?.has(fingerprint) === false)
  return { revoked, unrevoked, pinned }
}

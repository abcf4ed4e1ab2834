import { Command } from 'commander'
import { auditAdmin } from '../../../auth/manage/manage-account.ts'
import type { Source } from '../../../config/config.ts'
import { atomically } from '../../../db/database.ts'
import { rotateNotaryKey } from '../../../notas/notary-key.ts'
import { listNotaryKeys, type NotaryKey, revokeNotaryKey } from '../../../notas/store.ts'
import { printableJson, printableLine } from '../../../world/printable.ts'
import { openInstalled } from '../../open-store.ts'
import { print } from '../../print.ts'
import { configOf, withSettings } from '../../settings.ts'

/** `sotto nota-key rotate`, also beside a running gateway: the next receipt is signed with the new key. */
export function notaKeyCommand(env: Source): Command {
  const group = new Command('nota-key').description('the key that receipts are signed with')
  const rotate = group.command('rotate').description('sign with a new key from now on; the old one stays listed')
  withSettings(rotate).action(async () => {
    const store = await openInstalled(configOf(rotate, env))
    const { fingerprint } = await rotateNotaryKey(store).finally(() => store.db.destroy())
    print(`Receipts are signed by ${fingerprint} from now on.\n`)
  })
  const revoke = group
    .command('revoke <fingerprint>')
    // One fingerprint in 64 begins with a dash.
    .allowUnknownOption()
    .description('receipts that this key has signed count for nothing any more: for a key that was stolen')
  withSettings(revoke).action(async () => {
    const [fingerprint = ''] = revoke.args
    const store = await openInstalled(configOf(revoke, env))
    try {
      const revoked = await atomically(store.db, async (db) => {
        const found = await revokeNotaryKey(db, fingerprint, store.clock.now())
        if (found) await auditAdmin({ ...store, db }, null, 'nota_key.revoked', fingerprint)
        return found
      })
      if (!revoked)
        throw new Error(
          `No key ${printableLine(fingerprint)} is in force or retired here. "sotto nota-key list" shows them.`,
        )
      print(`Receipts signed by ${fingerprint} are not this gateway's any more.\n`)
    } finally {
      await store.db.destroy()
    }
  })
  const list = group
    .command('list')
    .description('the keys that are, or were, in force')
    .option('--json', 'one JSON object a line')
  withSettings(list).action(async () => {
    const store = await openInstalled(configOf(list, env))
    const keys = await listNotaryKeys(store.db).finally(() => store.db.destroy())
    for (const key of keys) print(`${list.opts().json ? printableJson(listed(key)) : line(key)}\n`)
  })
  return group
}

const listed = ({ fingerprint, createdAt, retiredAt, revokedAt }: NotaryKey) => {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms))
  return { fingerprint, createdAt: at(createdAt), retiredAt: at(retiredAt), revokedAt: at(revokedAt) }
}

const line = (key: NotaryKey) => `${key.fingerprint}  ${stateOf(key)}`

function stateOf({ createdAt, retiredAt, revokedAt }: NotaryKey): string {
  const at = (ms: number) => new Date(ms).toISOString()
  if (revokedAt !== null) return `revoked ${at(revokedAt)}`
  return retiredAt === null ? `in force since ${at(createdAt)}` : `retired ${at(retiredAt)}`
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { paths } from '../../testnet/files.ts'
import { inStore } from '../attack-fixture.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { administer, dir, env, folder, sotto, withKey } from '../server-admin-fixture.ts'

administer()

/** What a backup takes of a test-net that has ended. */
async function leaveTestnet(): Promise<void> {
  const files = paths(join(dir(), 'testnet'))
  mkdirSync(files.root, { recursive: true })
  writeFileSync(files.snapshot, JSON.stringify({ generation: 0 }))
  writeFileSync(files.state(0), '')
  writeFileSync(files.journal(0), '')
  await openSqlite(files.cleartexts).destroy()
}

test('a restore that takes the test-net back says that whatever is newer is gone', async () => {
  await withKey()
  await sotto(`backup ${join(folder, 'without')}`)
  await leaveTestnet()
  await sotto(`backup ${join(folder, 'with')}`)
  const { out } = await sotto(`restore ${join(folder, 'with')} --force`)
  expect(out).toContain('are newer than this backup are gone.')
  expect(out).not.toContain('come back')
  expect((await sotto(`restore ${join(folder, 'without')} --force`)).out).toContain('come back once the gateway runs')
})

test('a common passphrase is refused for a backup, and still opens one that has it', async () => {
  await withKey()
  const common = { SOTTO_BACKUP_PASSPHRASE: 'Password123' }
  await expect(sotto(`backup ${join(folder, 'new')}`, common)).rejects.toThrow(/among the most common passwords/)
  await inStore((store) => makeBackup(store, readConfig(env()), join(folder, 'old'), common.SOTTO_BACKUP_PASSPHRASE))
  expect((await sotto(`restore ${join(folder, 'old')} --force`, common)).out).toContain('Restored as of')
})

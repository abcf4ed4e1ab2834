import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../db/sqlite.ts'
import { paths } from '../../testnet/files.ts'
import { administer, dir, folder, sotto, withKey } from '../server-admin-fixture.ts'

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

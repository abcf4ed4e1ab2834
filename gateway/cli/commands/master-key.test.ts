import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openStore } from '../open-store.ts'
import { administer, dir, EMAIL, env, folder, sotto } from '../server-admin-fixture.ts'

administer()

const mine = { SOTTO_MASTER_KEY: '1'.repeat(64) }
const next = { SOTTO_MASTER_KEY: '2'.repeat(64) }

const open = (more: Record<string, string>) => openStore(readConfig(env(more)))

/** An installation with a value that no key opens. */
async function damaged(more: Record<string, string>): Promise<void> {
  await sotto('migrate', more)
  await sotto(`account create --email ${EMAIL}`, more)
  const { db } = await open(more)
  await sql`insert into plaintexts (handle, amount, created_at) values ('0xaa', 'v1.AAAA', 1)`.execute(db)
  await db.destroy()
}

function errors(): string[] {
  const told: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(String(text))
    return true
  })
  return told
}

test('a rotation that cannot seal every value anew says that the key that was brought is in force', async () => {
  await damaged(mine)
  const file = join(folder, 'next')
  writeFileSync(file, `${next.SOTTO_MASTER_KEY}\n`)
  const told = errors()
  // The second run goes on where the first one stood.
  for (let again = 0; again < 2; again++) {
    await expect(sotto(`master-key rotate --new-key-file ${file}`, mine)).rejects.toThrow(
      new RegExp(
        `^The new key is in force: keep ${file}\\. .*sotto doctor.* the amount of plaintexts 0xaa was altered`,
      ),
    )
  }
  expect(told[0]).toBe(
    `The new key is in force: keep ${file}. Put the new key into SOTTO_MASTER_KEY, of every gateway, before the next start.\n`,
  )
  expect(told.at(-1)).toMatch(/\n$/)
  await expect(open(mine)).rejects.toThrow(/does not fit/)
  await (await open(next)).db.destroy()
})

test('and so does one with the key in its file', async () => {
  await damaged({})
  const told = errors()
  await expect(sotto('master-key rotate')).rejects.toThrow(
    /^The new key is in force: keep .*master\.key\. .*plaintexts/,
  )
  expect(told[0]).toBe(`The new key is in force: keep ${join(dir(), 'master.key')}.\n`)
})

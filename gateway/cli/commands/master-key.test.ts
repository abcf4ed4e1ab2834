import fs, { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { masterKey, waitingKeys, writeWaitingKey } from '../../crypto/master-key.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { systemClock } from '../../world/clock.ts'
import { openStore } from '../open-store.ts'
import { administer, dir, EMAIL, env, folder, sotto } from '../server-admin-fixture.ts'

administer()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

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
  // No terminal shows it: no line that writes over itself.
  expect(told.join('')).not.toContain('\r')
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

test('what could not be sealed anew is, once it is mended, with the new key in SOTTO_MASTER_KEY already', async () => {
  await damaged(mine)
  const file = join(folder, 'next')
  writeFileSync(file, `${next.SOTTO_MASTER_KEY}\n`)
  errors()
  await expect(sotto(`master-key rotate --new-key-file ${file}`, mine)).rejects.toThrow(/run this again/)
  const { db } = await open(next)
  await sql`delete from plaintexts`.execute(db)
  await db.destroy()
  const lock = await lockFolder(dir(), systemClock, 0)
  const { out } = await sotto(`master-key rotate --new-key-file ${file}`, next)
  lock.release()
  expect(out).toMatch(/under the new key already, and .* sealed anew\. No key was rotated now\./)
  await expect(open(mine)).rejects.toThrow(/does not fit/)
})

test('a key that is in use is no new one, and one that fits nothing changes nothing', async () => {
  await sotto('migrate', mine)
  const file = join(folder, 'next')
  writeFileSync(file, `${next.SOTTO_MASTER_KEY}\n`)
  await expect(sotto(`master-key rotate --new-key-file ${file}`, next)).rejects.toThrow(/does not fit/)
  await (await open(mine)).db.destroy()
})

test('where the file of the new key cannot get its name, it is in force, and the next run finds it', async () => {
  await sotto('migrate')
  const told = errors()
  vi.spyOn(fs, 'renameSync').mockImplementation(() => {
    throw new Error('EIO: i/o error, rename')
  })
  syncBuiltinESMExports()
  await expect(sotto('master-key rotate')).rejects.toThrow(
    /^The new key is in force: .* The key is in .*master\.key\.[0-9a-f]{16} still: EIO/,
  )
  expect(told[0]).toMatch(/^The new key is in force: keep /)
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await (await open({})).db.destroy()
  expect(readdirSync(dir()).filter((name) => name.startsWith('master.key'))).toEqual(['master.key'])
})

test('a first start that was killed once the key had its name leaves it under no other: there is nothing to rotate', async () => {
  await sotto('migrate')
  writeWaitingKey(dir(), masterKey(dir(), undefined))
  await sotto('account list')
  expect(waitingKeys(dir())).toEqual([])
})

test('a first start that was killed while it wrote the key under its name is gone on with', async () => {
  mkdirSync(dir(), { recursive: true, mode: 0o700 })
  const { key } = writeWaitingKey(dir(), new Uint8Array(32).fill(7))
  writeFileSync(join(dir(), 'master.key'), Buffer.from(key).toString('hex').slice(0, 20))
  await sotto('migrate')
  expect(masterKey(dir(), undefined)).toEqual(Buffer.from(key))
  expect(waitingKeys(dir())).toEqual([])
})

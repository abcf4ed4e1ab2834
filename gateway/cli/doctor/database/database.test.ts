import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { writeWaitingKey } from '../../../crypto/master-key.ts'
import { DatabaseGone } from '../../../db/database.ts'
import { DATABASE_FILE } from '../../database-file.ts'
import { AUDIT_HEAD_FILE } from '../../keys/audit-head.ts'
import { handOver } from '../../keys/master-key.ts'
import { openStore } from '../../open-store.ts'
import { administer, dir, EMAIL, env, ownerOf, sotto, withKey } from '../../server-admin-fixture.ts'
import { unsound } from './unsound.ts'

administer()

let key: string
beforeEach(async () => {
  key = await withKey()
})

const file = (name: string) => join(dir(), name)
const flaws = async () => {
  const { out, code } = await sotto('doctor --json')
  const { findings } = JSON.parse(out) as { findings: { what: string; state: string; says: string; mend?: string }[] }
  return { code, bad: findings.filter(({ state }) => state === 'bad') }
}

describe('a master key that is missing', () => {
  test('is made by no doctor and no start: the first look and the second say the same', async () => {
    rmSync(file('master.key'))
    for (let looks = 0; looks < 2; looks++) {
      const { code, bad } = await flaws()
      expect(code).toBe(1)
      expect(bad).toEqual([
        {
          what: 'database',
          state: 'bad',
          says: expect.stringContaining(`there is no ${file('master.key')}`),
          mend: expect.stringContaining('bring back the master key'),
        },
      ])
    }
    await expect(sotto('account list')).rejects.toThrow('The master key is missing')
    await expect(openStore(readConfig(env()), 'holds the folder')).rejects.toThrow('The master key is missing')
  })

  test('is told where the database waits for a new version, too', async () => {
    const { db } = await openStore(readConfig(env()))
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db)
    await db.destroy()
    rmSync(file('master.key'))
    expect((await flaws()).bad).toMatchObject([{ says: expect.stringContaining('The master key is missing') }])
  })

  test('is no reason to restore a backup where its file is empty', async () => {
    writeFileSync(file('master.key'), '')
    const { bad } = await flaws()
    expect(bad).toMatchObject([{ what: 'database', mend: expect.stringContaining('bring back the master key') }])
  })

  test('waits where a rotation was killed between commit and rename: the doctor opens all with it and moves nothing', async () => {
    const store = await openStore(readConfig(env()))
    const waiting = await handOver(store.db, store.dir, async () => {})
    await store.db.destroy()
    const before = readFileSync(file('master.key'), 'utf8')
    expect(await flaws()).toEqual({ code: 0, bad: [] })
    expect(readFileSync(file('master.key'), 'utf8')).toBe(before)
    rmSync(file('master.key'))
    expect(await ownerOf(key)).toBe(EMAIL)
    expect(readFileSync(file('master.key'), 'utf8').trim()).toBe(Buffer.from(waiting.key).toString('hex'))
  })

  test('is made where a first start was killed before it sealed anything', async () => {
    for (const name of ['master.key', AUDIT_HEAD_FILE, DATABASE_FILE]) rmSync(file(name))
    writeFileSync(file(DATABASE_FILE), '')
    expect(await flaws()).toEqual({ code: 0, bad: [] })
    writeWaitingKey(dir(), randomBytes(32))
    await sotto('migrate')
    expect((await flaws()).code).toBe(0)
  })
})

describe('a database that was here and is gone', () => {
  test.each([
    ['moved away', () => renameSync(file(DATABASE_FILE), file('elsewhere'))],
    ['emptied', () => truncateSync(file(DATABASE_FILE))],
  ])('because it was %s is found by the doctor, and no start makes another one', async (_, lose) => {
    lose()
    const { code, bad } = await flaws()
    expect(code).toBe(1)
    expect(bad).toMatchObject([{ what: 'database', mend: expect.stringContaining('set DATABASE_URL') }])
    for (const line of ['migrate', 'account list']) {
      await expect(sotto(line)).rejects.toThrow(`${dir()} had a database, and it is gone`)
    }
    await expect(openStore(readConfig(env()), 'holds the folder')).rejects.toThrow('is gone')
    expect((await flaws()).bad).toEqual(bad)
  })
})

test('a link that leads nowhere ends no doctor', async () => {
  rmSync(file('master.key'))
  symlinkSync(file('nowhere'), file('master.key'))
  expect((await flaws()).bad.map(({ what }) => what)).toEqual(['database'])
})

describe('of an error at a look at a database', () => {
  const backup = /restore a backup/
  const onDisk = /restore nothing/
  const onServer = /the server/
  test.each([
    ['SQLITE_CORRUPT', backup, backup],
    ['SQLITE_NOTADB', backup, backup],
    ['', backup, backup],
    ['SQLITE_CANTOPEN', onDisk, onServer],
    ['SQLITE_READONLY_DIRECTORY', onDisk, onServer],
    ['SQLITE_BUSY', onDisk, onServer],
    ['EACCES', onDisk, onDisk],
    ['57014', onDisk, onServer],
    ['42501', onDisk, onServer],
    ['DATABASE_GONE', onServer, onServer],
  ])('only damaged rows are a reason to restore a backup: code %j', (code, file, server) => {
    const error = code === 'DATABASE_GONE' ? new DatabaseGone('away') : Object.assign(new Error('no'), { code })
    const mendOn = (more: Record<string, string>) => unsound(error, readConfig(more), '/x/sotto.db').mend
    expect(mendOn({})).toMatch(file)
    expect(mendOn({ DATABASE_URL: 'postgres://localhost/x' })).toMatch(server)
  })
})

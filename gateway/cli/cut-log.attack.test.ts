import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditAdmin } from '../auth/manage/manage-account.ts'
import { accountWithKey, inStore, sotto } from './attack-fixture.ts'
import { keepHead, keptHead } from './keys/audit-head.ts'
import type { Store } from './open-store.ts'
import { administer, dir } from './server-admin-fixture.ts'

administer()

const append = async (store: Store, count: number) => {
  for (let left = count; left > 0; left--) await auditAdmin(store, null, 'backup.made')
}

/** As an intruder does who can write the database, or a failover that loses what was not replicated. */
async function cut({ db }: Store, { after, through = 1e9 }: { after: number; through?: number }): Promise<void> {
  await sql`drop trigger if exists events_never_delete`.execute(db)
  await db.deleteFrom('events').where('position', '>', after).where('position', '<=', through).execute()
}

const headInDatabase = ({ db }: Store) =>
  db.selectFrom('secrets').selectAll().where('name', '=', 'events-head').executeTakeFirstOrThrow()

const verified = () => sotto('audit', '--verify')
let length: number

beforeEach(async () => {
  await accountWithKey('alice')
  length = await inStore(async (store) => {
    await append(store, 4)
    expect(await keepHead(store.db, dir())).toBe(true)
    return keptHead(dir())[0]?.position ?? 0
  })
})

describe('an audit log that was cut beside a gateway that goes on', () => {
  test('does not become whole again, however much is added', async () => {
    const kept = keptHead(dir())
    await inStore(async (store) => {
      await cut(store, { after: length - 4 })
      await append(store, 9)
      expect(await keepHead(store.db, dir())).toBe(false)
    })
    expect(keptHead(dir())).toEqual(kept)
    expect(await verified()).toMatchObject({ code: 1, out: expect.stringContaining(`broken at entry ${length}`) })
  })

  test('nor with the head that its database had before', async () => {
    await inStore(async (store) => {
      const old = await headInDatabase(store)
      await append(store, 4)
      await keepHead(store.db, dir())
      await cut(store, { after: length })
      await store.db.updateTable('secrets').set({ value: old.value }).where('name', '=', 'events-head').execute()
      await append(store, 9)
      expect(await keepHead(store.db, dir())).toBe(false)
    })
    expect(await verified()).toMatchObject({
      code: 1,
      out: expect.stringContaining('another log was put in its place'),
    })
  })

  test('nor for one who has no head beside the database', async () => {
    const { rmSync } = await import('node:fs')
    await inStore(async (store) => {
      await cut(store, { after: length - 4 })
      await append(store, 9)
    })
    rmSync(`${dir()}/audit-head`)
    expect(await verified()).toMatchObject({ code: 1, out: expect.stringContaining('cut off the end') })
  })
})

describe('once a person has acknowledged that it is broken', () => {
  const acknowledge = () => sotto('audit', '--acknowledge')

  test.each([
    ['cut off its end', (store: Store) => cut(store, { after: length - 4 })],
    ['cut in its middle', (store: Store) => cut(store, { after: 2, through: 4 })],
    ['emptied', (store: Store) => cut(store, { after: 0 })],
  ])('one that was %s is whole from there on, and says what it was', async (_, attack) => {
    await inStore(async (store) => {
      await attack(store)
      await append(store, 2)
    })
    expect((await acknowledge()).out).toContain('it was broken at entry')
    expect((await verified()).code).toBe(0)
    await inStore(async (store) => {
      await append(store, 2)
      expect(await keepHead(store.db, dir())).toBe(true)
    })
    expect((await verified()).code).toBe(0)
    expect((await sotto('audit')).out).toContain('audit.acknowledged')
    expect((await acknowledge()).out).toContain('nothing to acknowledge')
  })

  test.each([
    ['more is taken out of what was acknowledged', (store: Store) => cut(store, { after: 1, through: 4 })],
    ['more is taken out elsewhere', (store: Store) => cut(store, { after: 5, through: 6 })],
    [
      'an entry at the gap is altered',
      async ({ db }: Store) => {
        await sql`drop trigger if exists events_never_update`.execute(db)
        await db.updateTable('events').set({ outcome: 'x' }).where('position', '=', 5).execute()
      },
    ],
    ['its end is cut', (store: Store) => cut(store, { after: length + 1 })],
  ])('it is broken anew where %s', async (_, attack) => {
    await inStore((store) => cut(store, { after: 2, through: 4 }))
    await acknowledge()
    await inStore(async (store) => {
      await append(store, 3)
      await keepHead(store.db, dir())
      await attack(store)
    })
    expect((await verified()).code).toBe(1)
  })
})

test.each(['1:abc', `1:${'a'.repeat(44)}`, ':', '1'])('the head %j, which is none, breaks no log', async (head) => {
  await expect(sotto('audit', '--verify', '--head', head)).rejects.toThrow(
    '--head takes what --verify prints: POSITION:MAC.',
  )
})

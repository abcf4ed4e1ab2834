import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { masterKey } from '../crypto/master-key.ts'
import { openSqlite } from '../db/sqlite.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { findStep } from '../recovery/find-wallets.ts'
import { takeIndex as takeRequestIndex } from '../requests/indexes-store.ts'
import { takeIndex } from '../wallets/indexes-store.ts'
import { openSigner } from '../wallets/store.ts'
import { systemClock } from '../world/clock.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { openStore } from './open-store.ts'
import { administer, dir, EMAIL, env, folder, sotto, withKey } from './server-admin-fixture.ts'
import { derivable, inStore, newWallet, worldOf } from './wallet-seeds-fixture.ts'

administer()

const doctor = async (more = {}) => (await sotto('doctor', more)).out
const keyOf = (id: string) => inStore(async ({ db, keys }) => (await openSigner(db, keys, id))?.key)
const MISSED = /^warn backup: no backup was made/m

test('a rotation begins a new seed, keeps the old one for its wallets, and asks for a backup until there is one', async () => {
  await withKey()
  expect(await doctor()).not.toMatch(MISSED)
  const old = await newWallet()
  expect(await doctor()).toMatch(/^warn backup: no backup was made yet: .*\n +mend: sotto backup FILE/m)
  await sotto(`backup ${join(folder, 'first')}`)
  expect(await doctor()).not.toMatch(MISSED)

  const key = await keyOf(old.id)
  expect((await sotto('master-key rotate')).out).toContain('Make a new one now, with "sotto backup FILE"')
  expect(await doctor()).toMatch(/no backup was made since the master key was rotated/)
  expect(await keyOf(old.id)).toBe(key)
  const made = await newWallet()
  const [ofFirst, ofSecond] = await derivable(1)
  expect([ofFirst?.id, ofSecond?.id]).toEqual([old.id, made.id])

  await sotto(`backup ${join(folder, 'second')}`)
  expect(await doctor()).not.toMatch(MISSED)
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  await sotto(`restore ${join(folder, 'second')}`, elsewhere)
  expect(await doctor(elsewhere)).not.toMatch(MISSED)
})

test('the doctor says that backups have stopped two days after the newest was begun, whatever a clock said before', async () => {
  await withKey()
  const after = async (days: number, run: () => Promise<string> = doctor) => {
    const later = Date.now() + days * 86_400_000
    vi.spyOn(systemClock, 'now').mockReturnValue(later)
    const said = await run()
    vi.restoreAllMocks()
    return said
  }
  await after(3_650, async () => (await sotto(`backup ${join(folder, 'first')}`)).out)
  await sotto(`backup ${join(folder, 'second')}`)
  expect(await after(1.9)).not.toMatch(/^warn backup/m)
  expect(await after(3.1)).toMatch(
    /^warn backup: the newest was begun \S+, 3 days ago\n +mend: sotto backup FILE, each day$/m,
  )
})

test('a gateway that runs on SQLite makes no wallet from the old seed once another one is begun', async () => {
  await withKey()
  const gateway = await openStore(readConfig(env()))
  await sotto('master-key rotate')
  const account = await gateway.db.selectFrom('accounts').selectAll().where('email', '=', EMAIL).executeTakeFirst()
  const { createWallet } = await import('../wallets/create-wallet.ts')
  const { wallet } = await createWallet(worldOf(gateway), { account } as never, { type: 'custodial' })
  await gateway.db.destroy()
  expect((await derivable(1))[1]?.id).toBe(wallet.id)
})

test('a restore says that wallets are looked for, begins to, and gives no index twice', async () => {
  await withKey()
  const first = await newWallet()
  const file = join(folder, 'backup')
  await sotto(`backup ${file}`)
  const lost = await newWallet()
  const { out } = await sotto(`restore ${file} --force`)
  expect(out).toContain('Wallets that are newer than this backup, and were used, come back')
  expect(await doctor()).toMatch(/^warn lost wallets: are still looked for, of 1 accounts/m)
  expect(await doctor()).toMatch(/^warn lost requests: are still looked for, of 1 accounts$/m)
  const ended = { searchAt: null, found: 2_000 }
  const before = await inStore(({ db }) => db.selectFrom('requestIndexes').selectAll().executeTakeFirstOrThrow())
  await inStore(({ db }) => db.updateTable('requestIndexes').set(ended).execute())
  expect(await doctor()).toMatch(/^warn lost requests: of 1 accounts came back 2000 at once, as many as may/m)
  await inStore(({ db }) => db.updateTable('requestIndexes').set(before).execute())
  await expect(newWallet()).rejects.toMatchObject({ code: 'reconciling' })
  const rows = await inStore(({ db }) => db.selectFrom('walletIndexes').selectAll().execute())
  expect(rows).toMatchObject([{ generation: 1, nextIndex: 101, searchAt: 0, searchUntil: 1_001, found: 0 }])
  expect((await derivable(2)).map(({ id }) => id)).toEqual([first.id, lost.id])
})

/** The next index of a wallet and of a request of the account, once nothing is looked for. */
const taken = () =>
  inStore(async ({ db, keys }) => {
    const [{ id = '' } = {}] = await db.selectFrom('accounts').select('id').execute()
    await db.updateTable('walletIndexes').set({ searchAt: null }).execute()
    return [(await takeIndex(db, keys, id))?.index, (await takeRequestIndex(db, keys, id)).index]
  })

test('a second restore of one backup gives out no address that was given out since the first', async () => {
  await withKey()
  await newWallet()
  const file = join(folder, 'backup')
  await sotto(`backup ${file}`)
  await sotto(`restore ${file} --force`)
  expect(await taken()).toEqual([101, 1_000_000])
  expect(await taken()).toEqual([102, 1_000_001])
  await sotto(`restore ${file} --force`)
  const [searched] = await inStore(({ db }) => db.selectFrom('walletIndexes').selectAll().execute())
  expect(searched).toMatchObject({ nextIndex: 103, searchAt: 0, searchUntil: 1_001 })
  expect(await taken()).toEqual([103, 1_000_002])
})

test.each([2 ** 31, 2 ** 53, 20_000_000, 1.5, -1, 'x'])(
  'a next index of %s in the replaced data, which somebody has altered, is not believed',
  async (nextIndex) => {
    await withKey()
    await newWallet()
    const file = join(folder, 'backup')
    await sotto(`backup ${file}`)
    await taken()
    await inStore(async ({ db }) => {
      for (const table of ['walletIndexes', 'requestIndexes'] as const)
        await db
          .updateTable(table as 'walletIndexes')
          .set({ nextIndex: nextIndex as number })
          .execute()
    })
    await sotto(`restore ${file} --force`)
    expect(await taken()).toEqual([101, 1_000_000])
  },
)

test('a person has wallets looked for, of one account or of all', async () => {
  await withKey()
  expect((await sotto(`wallet find --email ${EMAIL}`)).out).toContain('of 1 account ')
  expect((await sotto('wallet find')).out).toContain('of 1 account ')
  await expect(sotto('wallet find --email nobody@example.org')).rejects.toThrow()
  const [row] = await inStore(({ db }) => db.selectFrom('walletIndexes').selectAll().execute())
  expect(row).toMatchObject({ nextIndex: 0, searchAt: 0, searchUntil: 1_000 })
})

test('where a person says that the database is behind, no address that may have been given out is given again', async () => {
  await withKey()
  await newWallet()
  const given = await newWallet()
  // As after a failover that lost the last commits.
  await inStore(async ({ db }) => {
    await db.deleteFrom('wallets').where('id', '=', given.id).execute()
    await db.updateTable('walletIndexes').set({ nextIndex: 1 }).execute()
  })
  await sotto('wallet find --behind')
  const searched = { nextIndex: 101, searchAt: 0, searchUntil: 1_001 }
  expect(await inStore(({ db }) => db.selectFrom('walletIndexes').selectAll().execute())).toMatchObject([searched])
  await inStore(({ db }) => db.updateTable('walletIndexes').set({ searchAt: null }).execute())
  expect((await newWallet()).address).not.toBe(given.address)
  // Payments may be forgotten too, as after a restore.
  expect(await inStore(({ db }) => isFreshlyRestored(db, Date.now()))).toBe(true)
})

test('a person has wallets of an older seed looked for too, which were not used before the rotation', async () => {
  await withKey()
  await newWallet()
  await sotto(`backup ${join(folder, 'backup')}`)
  const lost = await newWallet()
  const find = (used: string[]) =>
    inStore(async (store) => {
      const inUse = async (addresses: string[]) => addresses.filter((address) => used.includes(address))
      const world = worldOf(store)
      const rest = { singleFlight: createSingleFlight(), log: { warn() {} } }
      const [{ id: accountId = '' } = {}] = await store.db.selectFrom('accounts').select('id').execute()
      Object.assign(world, rest, { chain: { ...world.chain, inUse } })
      while (!(await findStep(world, accountId)));
      return (await store.db.selectFrom('wallets').select('id').execute()).map(({ id }) => id)
    })
  await sotto(`restore ${join(folder, 'backup')} --force`)
  expect(await find([])).not.toContain(lost.id)
  await sotto('master-key rotate')
  await newWallet()
  await sotto('wallet find')
  expect(await doctor()).toMatch(/^warn lost wallets: are still looked for, of 1 accounts/m)
  expect(await find([lost.address])).toContain(lost.id)
})

test('secrets of an installation outlive rotations, and are made for one of an older version, once', async () => {
  await withKey()
  const tags = () => inStore(async ({ keys }) => keys.derive('tags', 'x', 32).toString('hex'))
  const first = await tags()
  await sotto('master-key rotate')
  await sotto('master-key rotate --seal-only')
  expect(await tags()).toBe(first)
  await sotto(`backup ${join(folder, 'backup')}`)
  await sotto(`restore ${join(folder, 'backup')} --force`)
  expect(await tags()).toBe(first)

  const older = async () => {
    const db = openSqlite(join(dir(), 'sotto.db'))
    await db.deleteFrom('secrets').where('name', 'in', ['tag-secret', 'wallet-seed-1', 'wallet-seed-2']).execute()
    await db.destroy()
  }
  await inStore(({ db }) => db.deleteFrom('walletIndexes').execute())
  await older()
  const made = await tags()
  expect(made).not.toBe(first)
  expect(await tags()).toBe(made)
  await newWallet()
  await older()
  await expect(tags()).rejects.toThrow(/lacks secrets that it had/)
  expect(masterKey(dir(), undefined)).toHaveLength(32)
})

import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAccountByEmail } from '../accounts/store.ts'
import type { Caller } from '../auth/caller.ts'
import { createWallet } from '../wallets/create-wallet.ts'
import { administer, EMAIL, folder, sotto, withKey } from './server-admin-fixture.ts'
import { derivable, inStore, newWallet, worldOf } from './wallet-seeds-fixture.ts'

administer()

test('who has an old backup and its master key knows no wallet that is made after a rotation', async () => {
  await withKey()
  const first = await newWallet()
  const file = join(folder, 'stolen.backup')
  await sotto(`backup ${file}`)
  const before = await newWallet()
  await sotto('master-key rotate')
  const after = [await newWallet(), await newWallet()]

  const thief = { SOTTO_DATA_DIR: join(folder, 'thief') }
  await sotto(`restore ${file}`, thief)
  // Whatever the thief does with it: its own rotation begins another seed.
  await sotto('master-key rotate', thief)
  const known = (await derivable(200, thief)).map(({ id, signer }) => ({ id, address: signer.address as string }))
  expect(known).toContainEqual(expect.objectContaining({ id: first.id }))
  // What the seed of the backup gave until the rotation is the thief's: that is what the rotation ends.
  expect(known.find(({ id }) => id === before.id)?.address).toBe(before.address)
  for (const { id, address } of after) {
    expect(known.map((wallet) => wallet.id)).not.toContain(id)
    expect(known.map((wallet) => wallet.address)).not.toContain(address)
  }
})

test('one that is only sealed anew begins no seed, and says so', async () => {
  await withKey()
  const file = join(folder, 'stolen.backup')
  await sotto(`backup ${file}`)
  expect((await sotto('master-key rotate --seal-only')).out).toContain('knows the keys of wallets that are made later')
  const after = await newWallet()
  const thief = { SOTTO_DATA_DIR: join(folder, 'thief') }
  await sotto(`restore ${file}`, thief)
  expect((await derivable(2, thief)).map(({ id }) => id)).toContain(after.id)
})

test('a gateway that runs makes no wallet from an older seed while the newest is taken out of its database', async () => {
  await withKey()
  await sotto('master-key rotate')
  await inStore(async (gateway) => {
    await sql`delete from secrets where name = 'wallet-seed-2'`.execute(gateway.db)
    const account = await findAccountByEmail(gateway.db, gateway.keys, EMAIL)
    const make = () => createWallet(worldOf(gateway), { account } as Caller, { type: 'custodial' })
    await expect(make()).rejects.toThrow(/lacks secrets that it had/)
    expect(await gateway.db.selectFrom('walletIndexes').selectAll().execute()).toEqual([])
  })
})

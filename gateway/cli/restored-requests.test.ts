import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { RequestStatus } from '#shared/model/request.ts'
import { findAccountByEmail } from '../accounts/store.ts'
import { insertRequest } from '../requests/store.ts'
import { administer, EMAIL, folder, sotto, withKey } from './server-admin-fixture.ts'
import { inStore, newWallet } from './wallet-seeds-fixture.ts'

administer()

const requests = [
  { id: 'open', status: 'OPEN', isOwn: false },
  { id: 'paid', status: 'PAID', isOwn: false },
  { id: 'cancelled', status: 'CANCELLED', isOwn: false },
  { id: 'own', status: 'OPEN', isOwn: true },
] as const satisfies { id: string; status: RequestStatus; isOwn: boolean }[]

async function withRequests(): Promise<void> {
  await withKey()
  const wallet = await newWallet()
  await inStore(async ({ db, keys }) => {
    const accountId = (await findAccountByEmail(db, keys, EMAIL))?.id ?? ''
    for (const { id, status, isOwn } of requests) {
      const received = status === 'PAID' ? 5n : 0n
      await insertRequest(db, keys, {
        ...{ id, accountId, walletId: wallet.id, address: wallet.address as Address, isOwn, token: 'STABLE' },
        ...{ label: null, memo: null, externalId: null, secret: id, expiresAt: null, collectAt: null },
        ...{ createdAt: 1, updatedAt: 1, rebuiltAt: null },
        standing: { status, asked: 5n, received, atEnd: status === 'OPEN' ? null : received, told: received },
      })
    }
  })
}

const statuses = () =>
  inStore(async ({ db }) => {
    const rows = await db.selectFrom('requests').select(['id', 'status']).execute()
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
  })

const BEFORE = { open: 'OPEN', paid: 'PAID', cancelled: 'CANCELLED', own: 'OPEN' }
const AFTERWARDS = { ...BEFORE, open: 'CANCELLED' }
const SAID =
  "Cancelled, since it may have been paid or cancelled in what is lost: 1 open request at a wallet's own address. Make it again if it is still to be paid.\n"

test("a request at a wallet's address that is open in a backup is cancelled by the restore, and that is told", async () => {
  await withRequests()
  await sotto(`backup ${join(folder, 'backup')}`)
  expect((await sotto(`restore ${join(folder, 'backup')} --force`)).out).toContain(SAID)
  expect(await statuses()).toEqual(AFTERWARDS)
})

test('so is one where a person says that the database is behind, and no other search cancels one', async () => {
  await withRequests()
  await sotto('wallet find')
  expect(await statuses()).toEqual(BEFORE)
  expect((await sotto('wallet find --behind')).out).toContain(SAID)
  expect(await statuses()).toEqual(AFTERWARDS)
  expect((await sotto('wallet find --behind')).out).not.toContain('Cancelled')
})

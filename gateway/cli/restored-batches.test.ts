import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BatchStatus } from '#shared/model/batch.ts'
import { findAccountByEmail } from '../accounts/store.ts'
import { insertBatch, listBatches, moveBatch } from '../batches/store.ts'
import { administer, EMAIL, folder, sotto, withKey } from './server-admin-fixture.ts'
import { inStore } from './wallet-seeds-fixture.ts'

administer()

const report = {
  ...{ at: '2026-01-01T00:00:00.000Z', flaws: 0, firstFlaws: [], duplicates: 0, firstDuplicates: [] },
  ...{ totals: [], gas: [], proofs: 0, seconds: 0 },
}
const reason = { code: 'insufficient_gas', message: 'too little', row: 1 }

/** A batch in each state, without rows. */
async function withBatches(): Promise<void> {
  await withKey()
  await inStore(async ({ db, keys }) => {
    const accountId = (await findAccountByEmail(db, keys, EMAIL))?.id ?? ''
    for (const [now, to] of (['DRAFT', 'RUNNING', 'PAUSED', 'DONE', 'CANCELLED'] as BatchStatus[]).entries()) {
      const batch = { id: to, accountId }
      await insertBatch(db, keys, { ...batch, name: null, messageId: null, report, rowCount: 0, totals: {}, now })
      if (to !== 'DRAFT')
        await moveBatch(db, keys, batch, { from: ['DRAFT'], to, now, ...(to === 'PAUSED' && { reason }) })
    }
  })
}

const batches = () =>
  inStore(async ({ db, keys }) => {
    const accountId = (await findAccountByEmail(db, keys, EMAIL))?.id ?? ''
    const { items } = await listBatches(db, keys, accountId, { page: 1, pageSize: 10 })
    return Object.fromEntries(items.map(({ id, status, reason }) => [id, [status, reason?.code ?? null]]))
  })

const AFTERWARDS = {
  DRAFT: ['DRAFT', null],
  RUNNING: ['PAUSED', 'restored'],
  PAUSED: ['PAUSED', 'insufficient_gas'],
  DONE: ['DONE', null],
  CANCELLED: ['CANCELLED', null],
}

test('a batch that runs in a backup is paused by the restore, with its reason, and that is told', async () => {
  await withBatches()
  await sotto(`backup ${join(folder, 'backup')}`)
  const { out } = await sotto(`restore ${join(folder, 'backup')} --force`)
  expect(out).toMatch(/^Paused, .*: 1 batch\. Resume it if it is still to be paid, .*\.$/m)
  expect(await batches()).toEqual(AFTERWARDS)
  const news = await inStore(({ db }) => db.selectFrom('outbox').select(['subject', 'status']).execute())
  expect(news).toEqual([{ subject: 'RUNNING', status: 'PAUSED' }])
})

test('so is one where a person says that the database is behind, and no other search pauses one', async () => {
  await withBatches()
  await sotto('wallet find')
  expect((await batches()).RUNNING).toEqual(['RUNNING', null])
  expect((await sotto('wallet find --behind')).out).toMatch(/^Paused, .*: 1 batch\. Resume it /m)
  expect(await batches()).toEqual(AFTERWARDS)
  expect((await sotto('wallet find --behind')).out).not.toContain('Paused')
})

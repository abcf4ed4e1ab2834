import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount, findAccountByEmail } from '../../../accounts/store.ts'
import { makeRecoveryCodes } from '../../../auth/credentials/recovery-codes.ts'
import { enrolTotp } from '../../../auth/credentials/totp.ts'
import { notaryKey } from '../../../notas/notary-key.ts'
import { listNotaryKeys } from '../../../notas/store.ts'
import { setPolicy } from '../../../policies/store.ts'
import { insertWebhook, updateTerms } from '../../../webhooks/store.ts'
import type { Webhook } from '../../../webhooks/webhook.ts'
import type { World } from '../../../world/world.ts'
import { accountWithKey, inStore, sotto, whoIs } from '../../attack-fixture.ts'
import type { Store } from '../../open-store.ts'
import { administer, dir, folder } from '../../server-admin-fixture.ts'

administer()

const FINGERPRINT = `${'a'.repeat(42)}A`
const file = () => join(folder, 'b.age')
const restored = async () => (await sotto('restore', file(), '--force')).out
const ofEve = (work: (store: Store, id: string) => Promise<unknown>) =>
  inStore(async (store) => {
    await work(store, (await findAccountByEmail(store.db, store.keys, 'eve@example.org'))?.id ?? '')
  })

const WEBHOOK: Omit<Webhook, 'accountId'> = {
  ...{ id: 'webhook', url: 'https://partner.example', events: [], walletIds: null, description: null },
  ...{ includeAmounts: true, secrets: [{ secret: 'leaked', until: null }], status: 'active', position: 0, waiting: 0 },
  ...{ failures: 0, failingSince: null, nextAt: null, leasedUntil: null, createdAt: 0 },
}

let eve: string
let notary: string
beforeEach(async () => {
  eve = await accountWithKey('eve')
  await accountWithKey('bob')
  await sotto('account', 'disable', '--email', 'bob@example.org')
  await sotto('trust', 'add', FINGERPRINT, '--label', 'Shop')
  notary = await inStore(async (store) => (await notaryKey(store)).fingerprint)
  await ofEve(({ db, keys }, accountId) => insertWebhook(db, keys, { ...WEBHOOK, accountId }))
  await sotto('backup', file())
})

describe('what the replaced data knows as ended stays so', () => {
  test('a disabled account, whose keys are not said to live again', async () => {
    await sotto('account', 'disable', '--email', 'eve@example.org')
    const out = await restored()
    expect(out).toMatch(/^Disabled, as in the replaced data: eve@example\.org\.$/m)
    expect(out).not.toContain('lives again')
    await expect(whoIs(eve)).rejects.toThrow(/disabled/)
    expect((await sotto('account', 'list')).out).toMatch(/^bob@example\.org {2}disabled/m)
    expect((await sotto('audit', '--verify')).code).toBe(0)
    expect((await sotto('audit', '--json')).out.match(/account\.disabled/g)).toHaveLength(2)
  })

  test('also in data of a version that had no webhooks', async () => {
    await sotto('account', 'disable', '--email', 'eve@example.org')
    await inStore(({ db }) => sql`drop table webhooks`.execute(db))
    expect(await restored()).toMatch(/^Disabled, as in the replaced data: eve@example\.org\.$/m)
  })

  test('a key of an account that is disabled in a row that this gateway has not written is named', async () => {
    await ofEve(({ db }, id) => db.updateTable('accounts').set({ disabledAt: 1 }).where('id', '=', id).execute())
    const out = await restored()
    expect(out).toMatch(/^This API key lives again: .*"eve" of eve@example\.org/m)
    expect(out).toMatch(/^What ended since this backup is not all known/m)
    expect(await whoIs(eve)).toBe('eve@example.org')
  })

  test('a revoked nota key', async () => {
    await sotto('nota-key', 'revoke', notary)
    expect(await restored()).toContain(`Revoked, as in the replaced data: nota key ${notary}.\n`)
    const [key] = await inStore(({ db }) => listNotaryKeys(db))
    expect(key).toMatchObject({ fingerprint: notary, revokedAt: expect.any(Number) })
  })
})

describe('what the replaced data alone does not prove is named, and nothing changes', () => {
  test('an issuer whose pin is not there', async () => {
    await sotto('trust', 'remove', FINGERPRINT)
    expect(await restored()).toContain(
      `Trusted, different from the replaced data: the issuer ${FINGERPRINT}, "Shop". Remove it if it should not be.\n`,
    )
    expect((await sotto('trust', 'list')).out).toContain(FINGERPRINT)
  })

  test('a nota key that no entry of the audit log calls revoked', async () => {
    await inStore(({ db }) => db.updateTable('notaryKeys').set({ revokedAt: 1 }).execute())
    expect(await restored()).toContain(
      `Not revoked, different from the replaced data: nota key ${notary}. Revoke it if it should be.\n`,
    )
    expect(await inStore((store) => notaryKey(store))).toMatchObject({ fingerprint: notary })
  })

  test('a nota key whose entry stands in an audit log that was altered', async () => {
    await sotto('nota-key', 'revoke', notary)
    await inStore(async ({ db }) => {
      await sql`drop trigger events_never_update`.execute(db)
      await db.updateTable('events').set({ address: '1' }).where('position', '=', 1).execute()
    })
    expect(await restored()).toMatch(/^Not revoked, different from the replaced data: nota key/m)
  })

  test('data that is older than the backup', async () => {
    await sotto('account', 'disable', '--email', 'eve@example.org')
    await sotto('backup', join(folder, 'older.age'))
    await sotto('account', 'enable', '--email', 'eve@example.org')
    await sotto('backup', join(folder, 'newer.age'))
    await sotto('restore', join(folder, 'older.age'), '--force')
    const { out } = await sotto('restore', join(folder, 'newer.age'), '--force')
    expect(out).toMatch(/^As in the backup, different from the replaced data: eve@example\.org: enabled\. Change /m)
    expect(out).toMatch(/^This API key lives again: .*"eve" of eve@example\.org/m)
    expect(out).toMatch(/^What ended since this backup is not all known/m)
    expect(await whoIs(eve)).toBe('eve@example.org')
  })
})

test('where nothing has changed since, nothing is named', async () => {
  // How a webhook stands is no setting of its account.
  await inStore(({ db }) => db.updateTable('webhooks').set({ failures: 3, position: 9, status: 'failing' }).execute())
  expect(await restored()).not.toMatch(/replaced|lives again|not all known|master key/)
  expect((await sotto('trust', 'list')).out).toContain(FINGERPRINT)
})

test.each([
  ['been enabled', () => sotto('account', 'enable', '--email', 'bob@example.org'), 'bob@example.org: disabled'],
  [
    'another password',
    () => sotto('account', 'reset-password', '--email', 'eve@example.org'),
    'eve@example.org: password',
  ],
  ['TOTP', () => ofEve((store, id) => enrolled(store, id)), 'eve@example.org: second factors'],
  [
    'other recovery codes',
    () => ofEve(({ db, keys }, id) => makeRecoveryCodes(db, keys, id)),
    'eve@example.org: second factors',
  ],
  [
    'a policy',
    () => ofEve(({ db, keys }, id) => setPolicy(db, keys, 'account', id, { rules: [], limits: [] } as never)),
    'eve@example.org: policies',
  ],
  [
    'a key with a policy',
    () =>
      ofEve(async ({ db, keys }, accountId) => {
        const key = db.selectFrom('apiKeys').select('id').where('accountId', '=', accountId)
        const { id } = await key.executeTakeFirstOrThrow()
        await setPolicy(db, keys, 'api_key', id, { rules: [], limits: [] } as never)
      }),
    'eve@example.org: policies',
  ],
  ['no webhook', () => inStore(({ db }) => db.deleteFrom('webhooks').execute()), 'eve@example.org: webhooks'],
  [
    'a webhook that is off',
    () => inStore(({ db }) => db.updateTable('webhooks').set({ status: 'disabled' }).execute()),
    'eve@example.org: webhooks',
  ],
  [
    'a webhook that somebody has altered',
    () =>
      inStore(({ db }) =>
        db
          .updateTable('webhooks')
          .set({ content: 'v1.x' as never })
          .execute(),
      ),
    'eve@example.org: webhooks',
  ],
  [
    'a webhook with another secret',
    () => ofEve(({ db, keys }, accountId) => updateTerms(db, keys, { ...WEBHOOK, accountId, secrets: [] })),
    'eve@example.org: webhooks',
  ],
])('an account is named that has %s since the backup', async (_, change, named) => {
  await change()
  expect(await restored()).toMatch(
    new RegExp(`^As in the backup, different from the replaced data: ${named}\\. Change `, 'm'),
  )
})

test('a rotation of the master key that it undoes is named, and nothing else', async () => {
  await sotto('master-key', 'rotate')
  const out = await restored()
  expect(out).toMatch(/^The master key is that of the backup again: rotate it\.$/m)
  expect(out).not.toMatch(/replaced|lives again|not all known/)
})

async function enrolled(store: Store, id: string): Promise<void> {
  await enrolTotp(store as unknown as World, { id, email: 'eve@example.org' })
  await changeAccount(store.db, store.keys, id, () => ({ totpConfirmedAt: 1 }))
}

test('with no data in place it says that what ended is not known, and a pin stays', async () => {
  rmSync(dir(), { recursive: true })
  expect((await sotto('restore', file())).out).toMatch(
    /^What ended since this backup is not all known\. Disable accounts/m,
  )
  expect((await sotto('trust', 'list')).out).toContain(FINGERPRINT)
})

test('data of another installation takes no pin away', async () => {
  rmSync(dir(), { recursive: true })
  await accountWithKey('mallory')
  await restored()
  expect((await sotto('trust', 'list')).out).toContain(FINGERPRINT)
})

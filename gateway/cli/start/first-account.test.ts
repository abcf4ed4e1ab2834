import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openStore } from '../open-store.ts'
import { administer, EMAIL, env, withKey } from '../server-admin-fixture.ts'
import { accountInUse, firstAccount, isUnused } from './first-account.ts'

administer()

test('where somebody has altered the only account none is made beside it, and the gateway starts', async () => {
  await withKey()
  const config = readConfig({ ...env(), SOTTO_ADMIN_EMAIL: EMAIL })
  const store = await openStore(config)
  try {
    expect(await accountInUse(store, config)).toBe(EMAIL)
    await store.db.updateTable('accounts').set({ createdAt: 1 }).execute()
    expect(await firstAccount(store, config)).toBeUndefined()
    expect(await isUnused(store, config)).toBe(false)
    expect(await accountInUse(store, config)).toBeUndefined()
    const rows = await store.db.selectFrom('accounts').select('email').where('email', '<>', '').execute()
    expect(rows).toHaveLength(1)
  } finally {
    await store.db.destroy()
  }
})

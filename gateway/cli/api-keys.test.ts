import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openStore } from './open-store.ts'
import { administer, EMAIL, env, ownerOf, sotto, withKey } from './server-admin-fixture.ts'

administer()

async function listed(): Promise<Record<string, unknown>[]> {
  const { out } = await sotto(`api-key list --email ${EMAIL} --json`)
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('the keys of an account are listed with what they may do, and never with their secret', async () => {
  const used = await withKey()
  const second = (await sotto(`api-key create --email ${EMAIL} --label till --scopes read,pay,read`)).out.trim()
  await sotto('account create --email eve@example.org')
  await sotto('api-key create --email eve@example.org --label other')
  await ownerOf(used)
  expect(await listed()).toMatchObject([
    { label: 'till', scopes: ['read', 'pay'], walletIds: null, createdAt: time, lastUsedAt: null, expiresAt: null },
    { label: 'x', prefix: used.slice(0, 13), lastUsedAt: time },
  ])
  const { out } = await sotto(`api-key list --email ${EMAIL}`)
  expect(out).toMatch(/^\S{20,} {2}"till" {2}sotto_sk_\S{4}… {2}read,pay {2}all wallets {2}made \S+Z {2}never used\n/)
  expect(out).toMatch(/\n\S{20,} {2}"x" {2}.* {2}last used \S+Z\n$/)
  for (const secret of [used, second]) expect(JSON.stringify(await listed()) + out).not.toContain(secret.slice(13))
})

test('a key that is revoked by its ID is refused from then on, and the log says so', async () => {
  const key = await withKey()
  const [first] = await listed()
  const { out } = await sotto(`api-key revoke ${first?.id}`)
  expect(out).toBe(`API key "x" of ${EMAIL} is revoked.\n`)
  await expect(ownerOf(key)).rejects.toThrow(/revoked/)
  expect(await listed()).toEqual([])
  expect((await sotto(`api-key list --email ${EMAIL}`)).out).toBe(`${EMAIL} has no API key.\n`)
  const log = (await sotto('audit --json')).out.trim().split('\n')
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({
    type: 'api_key.revoked',
    account: EMAIL,
    subject: first?.id,
    credential: { type: 'command_line' },
  })
  await expect(sotto(`api-key revoke ${first?.id}`)).rejects.toThrow('is revoked already')
  const again = (await sotto('audit --json')).out.trim().split('\n')
  expect(again).toHaveLength(log.length)
})

test('a script is told which key it revoked', async () => {
  await withKey()
  const [{ id } = { id: '' }] = await listed()
  const { out } = await sotto(`api-key revoke ${id} --json`)
  expect(JSON.parse(out)).toEqual({ id, label: 'x', email: EMAIL })
})

test.each([
  ['revoke nothing-of-that-name', 'There is no API key nothing-of-that-name. "sotto api-key list --email E" shows'],
  ['list --email eve@example.org', 'There is no account eve@example.org. "sotto account list" shows'],
])('what is not there is refused, with what to do: %s', async (line, said) => {
  await withKey()
  await expect(sotto(`api-key ${line}`)).rejects.toThrow(said)
  const store = await openStore(readConfig(env()))
  expect(await store.db.selectFrom('apiKeys').select('id').where('revokedAt', 'is not', null).execute()).toEqual([])
  await store.db.destroy()
})

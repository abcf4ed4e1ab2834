import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setDisabled, updateProfile } from '../accounts/store.ts'
import type { SessionToken } from '../crypto/token.ts'
import type { Database } from '../db/database.ts'
import { openSqlite } from '../db/sqlite.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import type { Caller } from './caller.ts'
import { createApiKey, revokeApiKey } from './credentials/api-keys.ts'
import { endSession, startSession } from './credentials/sessions.ts'
import { identify } from './identify.ts'
import type { RequestContext } from './request-context.ts'

/** As in a running gateway: the database is a file, of which rows are kept while nobody commits. */
let world: TestWorld
let tester: Tester
/** Of another process. */
let beside: Database

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-identify-'))
  const file = join(folder, 'test.db')
  world = await createTestWorld({}, file)
  tester = await createTester(world)
  beside = openSqlite(file)
  onTestFinished(async () => {
    await beside.destroy()
    await (world.db as Database).destroy()
    rmSync(folder, { recursive: true })
  })
})

const byKey = (key: string = tester.apiKey) => identify(world, `Bearer ${key}`, undefined)
const bySession = (token: SessionToken) => identify(world, undefined, token)

describe.each(['this process', 'another process'])('what %s changes counts from the next request on', (whose) => {
  const db = () => (whose === 'this process' ? (world.db as Database) : beside)

  test('an account', async () => {
    for (let round = 0; round < 20; round++) {
      await updateProfile(db(), tester.accountId, { name: `name ${round}` })
      expect((await byKey()).account.name).toBe(`name ${round}`)
      await setDisabled(db(), world.keys, tester.accountId, 7)
      await expect(byKey()).rejects.toMatchObject({ code: 'account_disabled' })
      await setDisabled(db(), world.keys, tester.accountId, null)
      expect((await byKey()).account.disabled).toBe(false)
    }
  })

  test('an API key', async () => {
    for (let round = 0; round < 20; round++) {
      const made = { accountId: tester.accountId, label: `key ${round}` }
      const { id, secret } = await createApiKey({ ...world, db: db() }, made)
      for (let time = 0; time < 2; time++) expect((await byKey(secret)).credential.id).toBe(id)
      await revokeApiKey(db(), world.keys, tester.accountId, id, world.clock.now())
      await expect(byKey(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
  })

  test('a session', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, token } = await startSession({ ...world, db: db() }, tester.accountId, {} as RequestContext)
      for (let time = 0; time < 2; time++) expect((await bySession(token)).credential.id).toBe(id)
      await endSession(db(), tester.accountId, id)
      await expect(bySession(token)).rejects.toMatchObject({ code: 'invalid_session' })
    }
  })
})

test('time is no commit: what has expired is refused', async () => {
  const expiresAt = world.clock.now() + 1_000
  const { secret } = await createApiKey(world, { accountId: tester.accountId, label: 'short', expiresAt })
  await byKey(secret)
  const before = await byKey(secret)
  expect(await byKey(secret)).toBe(before)
  world.clock.pass(1_000)
  await expect(byKey(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
})

test('nobody can change who all requests of a credential come from', async () => {
  await byKey()
  const caller = (await byKey()) as Caller & { credential: { scopes: string[] } }
  expect(await byKey()).toBe(caller)
  expect(() => caller.credential.scopes.push('pay')).toThrow(TypeError)
  expect(() => Object.assign(caller.credential, { walletIds: null })).toThrow(TypeError)
  expect(() => Object.assign(caller.account, { id: 'another' })).toThrow(TypeError)
  expect(() => Object.assign(caller, { account: null })).toThrow(TypeError)
})

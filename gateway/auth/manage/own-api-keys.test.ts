import { beforeEach, expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../../db/database.ts'
import { AlteredRow, checkAllRows } from '../../db/sealed/row-macs.ts'
import { changeKeyPolicy } from '../../policies/change-policy.ts'
import { setPolicy } from '../../policies/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import type { Caller } from '../caller.ts'
import { createApiKey, findApiKeyPolicy } from '../credentials/api-keys.ts'
import { identify } from '../identify.ts'
import type { RequestContext } from '../request-context.ts'
import { revokeOwnApiKey } from './own-api-keys.ts'

let world: TestWorld
let tester: Tester
let owner: Caller

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  owner = await identify(world, `Bearer ${tester.apiKey}`, undefined)
})

const context = { audit: {} } as RequestContext
const newKey = () => createApiKey(world, { accountId: tester.accountId, label: 'shop' })
const policy = (maxPerDay: string) => Policy.parse({ maxPerDay })
const rowOf = (id: string) =>
  world.db.selectFrom('apiKeys').select(['revokedAt', 'mac']).where('id', '=', id).executeTakeFirstOrThrow()

test('a key whose policy changes while it is revoked is no altered row', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await newKey()
    const change = () => changeKeyPolicy(world, owner, { id, policy: policy('5') }, context).catch(() => undefined)
    const both = [() => revokeOwnApiKey(world, owner, id, context), change]
    if (round % 2 === 1) both.reverse()
    await Promise.all(both.map((each) => each()))
    expect((await rowOf(id)).revokedAt).not.toBeNull()
    await checkAllRows(world.db, world.keys)
  }
})

test('a revocation that fails half-way leaves the row as it was', async () => {
  const { id, secret } = await newKey()
  const before = await rowOf(id)
  let hashes = 0
  /** Fails at the MAC of the changed row. */
  const keys = {
    ...world.keys,
    hash(purpose: string, value: string) {
      if (++hashes > 1) throw new Error('no more hashes')
      return world.keys.hash(purpose, value)
    },
  }
  await expect(revokeOwnApiKey({ ...world, keys }, owner, id, context)).rejects.toThrow('no more hashes')
  expect(await rowOf(id)).toEqual(before)
  await checkAllRows(world.db, world.keys)
  expect((await identify(world, `Bearer ${secret}`, undefined)).credential.id).toBe(id)
})

test('a key whose policy somebody has altered in the database is revoked, and its row stays an altered one', async () => {
  const { id, secret } = await newKey()
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', id, policy('5')))
  const { mac } = await rowOf(id)
  await world.db.updateTable('apiKeys').set({ policy: null }).where('id', '=', id).execute()
  expect(await revokeOwnApiKey(world, owner, id, context)).toBe(true)
  expect(await rowOf(id)).toEqual({ revokedAt: world.clock.now(), mac })
  await expect(identify(world, `Bearer ${secret}`, undefined)).rejects.toMatchObject({ code: 'invalid_api_key' })
  await expect(findApiKeyPolicy(world.db, world.keys, id)).rejects.toThrow(AlteredRow)
  expect(await revokeOwnApiKey(world, owner, id, context)).toBe(false)
})

import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { audited } from '../http/audited.ts'
import { createAuthenticator } from '../testing/test-authenticator.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'
import { auditedChange } from './audited-change.ts'
import type { RequestContext } from './request-context.ts'

let world: TestWorld
let tester: Tester
let me: Visitor
/** IDs of what is there to be removed. */
let key: string
let passkey: string

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  tester = await createTester(world)
  me = await inSession(world, tester)
  key = ((await me.tell('POST', '/api-keys', { label: 'old' })).data.apiKey as { id: string }).id
  passkey = ((await addPasskey()).data.passkey as { id: string }).id
})

const NEW = 'another long passphrase'
const gone = async (path: string, id: string) => !JSON.stringify((await me.tell('GET', path)).data).includes(id)
const lists = (path: string) => async () => Object.values((await me.tell('GET', path)).data).flat().length

async function addPasskey() {
  const { data } = await me.tell('POST', '/me/passkeys/options', {})
  const { challengeId, options } = data as { challengeId: string; options: { challenge: string; rp: { id: string } } }
  const response = createAuthenticator('http://localhost:7984').register(options)
  return me.tell('POST', '/me/passkeys', { challengeId, name: 'laptop', response })
}

/** What is asked for, and how often it took effect. */
const changes: [string, () => ReturnType<Visitor['tell']>, () => Promise<number>][] = [
  ['passkey.added', addPasskey, lists('/me/passkeys')],
  ['api_key.created', () => me.tell('POST', '/api-keys', { label: 'shop' }), lists('/api-keys')],
  [
    'policy.changed',
    () => me.tell('PUT', '/policy', { policy: { maxPerDay: '5' } }),
    async () => ((await me.tell('GET', '/policy')).data.policy === null ? 0 : 1),
  ],
  [
    'api_key.revoked',
    () => me.tell('DELETE', `/api-keys/${key}`),
    async () => ((await gone('/api-keys', key)) ? 1 : 0),
  ],
  [
    'passkey.removed',
    () => me.tell('DELETE', `/me/passkeys/${passkey}`),
    async () => ((await gone('/me/passkeys', passkey)) ? 1 : 0),
  ],
  [
    'password.changed',
    () => me.tell('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW }),
    async () => {
      const { code } = await me.tell('POST', '/auth/login', { email: tester.email, password: NEW })
      return code === 'ok' ? 1 : 0
    },
  ],
]

test('where only the answer to a change fails, its entry stands alone', async () => {
  const context = { address: '198.51.100.1', audit: {} } as RequestContext
  const asked = audited(world, { event: 'api_key.created' }, undefined, context, async () => {
    await auditedChange(world, context, async () => {
      context.audit.subject = 'made'
    })
    throw new Refusal('upstream_unavailable')
  })
  await expect(asked).rejects.toMatchObject({ code: 'upstream_unavailable' })
  const entries = world.db.selectFrom('events').select(['outcome', 'subject']).where('address', '=', '198.51.100.1')
  expect(await entries.execute()).toEqual([{ outcome: 'ok', subject: 'made' }])
})

test('a change that could not be committed leaves no subject to its refusal', async () => {
  const context = { address: '198.51.100.1', audit: {} } as RequestContext
  const asked = audited(world, { event: 'api_key.created' }, undefined, context, async () => {
    const { append } = context.audit
    context.audit.append = async (db) => {
      await append?.(db)
      throw new Refusal('overloaded')
    }
    await auditedChange(world, context, async () => {
      context.audit.subject = 'not made'
    })
  })
  await expect(asked).rejects.toMatchObject({ code: 'overloaded' })
  const entries = world.db.selectFrom('events').select(['outcome', 'subject']).where('address', '=', '198.51.100.1')
  expect(await entries.execute()).toEqual([{ outcome: 'overloaded', subject: null }])
})

test.each(changes)('%s takes effect together with its entry, or not at all', async (type, change, effects) => {
  const entries = () =>
    world.db
      .selectFrom('events')
      .select('outcome')
      .where('type', '=', type as never)
      .execute()
  const [before, logged] = [await effects(), await entries()]
  await world.db.schema.alterTable('events').renameTo('eventsAway').execute()
  expect((await change()).status).toBeGreaterThanOrEqual(500)
  await world.db.schema.alterTable('eventsAway').renameTo('events').execute()
  expect(await effects()).toBe(before)
  expect((await change()).code).toBe('ok')
  expect(await effects()).toBe(before + 1)
  expect(await entries()).toEqual([...logged, { outcome: 'ok' }])
})

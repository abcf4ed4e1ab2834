import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { insertPasskey } from '../auth/credentials/passkeys.ts'
import type { Tester } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import {
  all,
  ask,
  cookieOf,
  type Headers,
  isScope,
  key,
  mine,
  newKey,
  setUpAccess,
  theirs,
  world,
} from './access-fixture.ts'

setUpAccess()

/** Something of an account for every kind of path with an ID in it. */
const things: Record<string, (owner: Tester) => Promise<string>> = {
  '/wallets/{id}': async ({ api }) => (await api.createWallet({ type: 'custodial' })).wallet.id,
  '/contacts/{id}': async ({ api }) =>
    (await api.createContact({ name: world.newId(), address: `0x${randomBytes(20).toString('hex')}` })).contact.id,
  '/transactions/{id}': async ({ api }) => {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    return (await api.fund({ walletId: wallet.id, amount: '1' })).transaction.id
  },
  '/webhooks/{id}': async ({ api }) =>
    (await api.createWebhook({ url: 'http://127.0.0.1:9/', events: ['request.paid'] })).webhook.id,
  '/requests/{id}': async ({ api }) =>
    (await api.createRequest({ walletId: (await api.createWallet({ type: 'custodial' })).wallet.id })).request.id,
  '/batches/{id}': async ({ api }) => (await api.createBatch({ rows: [{ amount: '1' }] })).batch.id,
  '/api-keys/{id}': async (owner) => (await newKey(owner)).id,
  '/me/sessions/{id}': async (owner) => {
    await inSession(world, owner)
    const session = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('accountId', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    return session.id
  },
  '/me/passkeys/{id}': async (owner) => {
    const id = world.newId()
    const dull = { publicKey: 'x', counter: 0, transports: [], backedUp: false, lastUsedAt: null }
    const passkey = { ...dull, id, accountId: owner.accountId, credentialId: id, name: 'x', createdAt: 0 }
    await insertPasskey(world.db, world.keys, passkey)
    return id
  },
}

/** Requests that are well-formed, so that only the ID decides. */
const bodies: Partial<Record<EndpointName, unknown>> = {
  patchWebhook: { includeAmounts: true },
  redeliverRange: { from: '2026-01-01T00:00:00Z' },
  startBatch: {},
  resumeBatch: {},
  retryBatch: {},
  patchApiKey: { policy: null },
  approvalOptions: {},
  approveTransaction: {},
  patchContact: { note: 'pays late' },
  patchTransaction: { note: 'for the roof' },
  patchWallet: { label: 'x' },
  exportWallet: { passphrase: 'long enough' },
  renamePasskey: { name: 'x' },
}

const byPath = all.filter(([, { path }]) => path.includes('{id}'))
const kindOf = ({ path }: Endpoint) => `${path.split('{id}')[0]}{id}`
const mostAllowed = async (endpoint: Endpoint) => (isScope(endpoint.access) ? key(mine.apiKey) : cookieOf(mine))

test.each(byPath)(
  '%s: a foreign ID is one that does not exist, in status, body and work done',
  async (name, endpoint) => {
    const make = things[kindOf(endpoint)]
    if (make === undefined) throw new Error(`say in "things" how to make one for ${endpoint.path}`)
    if (endpoint.body !== undefined && bodies[name] === undefined)
      throw new Error(`say in "bodies" what ${name} is sent`)
    const foreign = await make(theirs)
    const headers = await mostAllowed(endpoint)
    const send = (id: string) => ask(endpoint, headers, { id, body: bodies[name] })
    const [unknown, wrong, odd] = [await send(world.newId()), await send(foreign), await send('%00%ff')]
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
    expect(wrong).toEqual(unknown)
    expect(odd).toEqual(unknown)
  },
)

test.each(byPath.filter(([, { access, whole }]) => isScope(access) && !whole))(
  '%s: beyond the wallets of a restricted key there is nothing',
  async (name, endpoint) => {
    const allowed = (await mine.api.createWallet({ type: 'custodial' })).wallet.id
    const { headers } = await newKey(mine, { walletIds: [allowed] })
    const other = await things[kindOf(endpoint)]?.(mine)
    const [unknown, beyond] = [
      await ask(endpoint, headers, { id: world.newId(), body: bodies[name] }),
      await ask(endpoint, headers, { id: other ?? '', body: bodies[name] }),
    ]
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
    expect(beyond).toEqual(unknown)
  },
)

const ofTheWhole = byPath.filter(([, { access, whole }]) => isScope(access) && whole)
test.each(ofTheWhole)('%s: what concerns the whole account is not for a restricted key', async (name, endpoint) => {
  const { headers } = await newKey(mine, { walletIds: ['none'] })
  const id = (await things[kindOf(endpoint)]?.(mine)) ?? ''
  expect(await ask(endpoint, headers, { id, body: bodies[name] })).toMatchObject({ code: 'insufficient_scope' })
})

test.each(all.filter(([, { query }]) => query !== undefined && 'walletId' in (query as never as Shaped).shape))(
  '%s: a foreign wallet in the query is one that does not exist',
  async (_, endpoint) => {
    const foreign = await things['/wallets/{id}']?.(theirs)
    const outside = await things['/wallets/{id}']?.(mine)
    const { headers } = await newKey(mine, {
      walletIds: [(await mine.api.createWallet({ type: 'custodial' })).wallet.id],
    })
    const send = (id: string | undefined, as: Headers) => ask(endpoint, as, { query: `?walletId=${id}` })
    const unknown = await send('nothing', key(mine.apiKey))
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
    expect(await send(foreign, key(mine.apiKey))).toEqual(unknown)
    expect(await send(outside, headers)).toEqual(unknown)
  },
)
type Shaped = { shape: Record<string, unknown> }
/** Every field of a body that names a wallet, in a request where nothing else is wrong. */
const named: [EndpointName, string, (own: string, id: string) => unknown][] = [
  ['fund', 'walletId', (_, walletId) => ({ walletId })],
  ['mint', 'walletId', (_, walletId) => ({ walletId, amount: '1' })],
  ['redeem', 'walletId', (_, walletId) => ({ walletId, amount: '1' })],
  ['transfer', 'walletId', (_, walletId) => ({ walletId, amount: '1', to: `0x${'1'.repeat(40)}` })],
  ['transfer', 'toWalletId', (walletId, toWalletId) => ({ walletId, amount: '1', toWalletId })],
  ['createApiKey', 'walletIds.0', (_, id) => ({ label: 'x', walletIds: [id] })],
]

test.each(named)('%s: a foreign %s is one that does not exist', async (name, path, bodyOf) => {
  const endpoint: Endpoint = endpoints[name]
  const own = (await mine.api.createWallet({ type: 'custodial' })).wallet.id
  const foreign = (await theirs.api.createWallet({ type: 'custodial' })).wallet.id
  const headers = await mostAllowed(endpoint)
  const unknown = await ask(endpoint, headers, { body: bodyOf(own, world.newId()) })
  expect(unknown).toMatchObject({ status: 400, code: 'validation_error' })
  expect(JSON.parse(unknown.text).error.details).toMatchObject([{ path }])
  expect(await ask(endpoint, headers, { body: bodyOf(own, foreign) })).toEqual(unknown)
  if (endpoint.access !== 'pay') return
  const restricted = (await newKey(mine, { walletIds: [own] })).headers
  const beyond = (await mine.api.createWallet({ type: 'custodial' })).wallet.id
  expect(await ask(endpoint, restricted, { body: bodyOf(own, beyond) })).toEqual(unknown)
})

test('a restricted key sees its own wallets only, and their transactions', async () => {
  const { wallet } = await mine.api.createWallet({ type: 'custodial' })
  const { headers } = await newKey(mine, { walletIds: [wallet.id] })
  const list = async (name: EndpointName) => JSON.parse((await ask(endpoints[name], headers)).text).data
  expect((await list('listWallets')).wallets.map(({ id }: { id: string }) => id)).toEqual([wallet.id])
  expect((await list('getBalances')).balances).toHaveLength(1)
  expect((await list('getGas')).gas).toHaveLength(1)
  expect((await list('listTransactions')).total).toBe(0)
})

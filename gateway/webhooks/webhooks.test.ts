import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { WEBHOOKS_MAX } from '#shared/limits.ts'
import { createTester, walletWithMoney } from '../testing/test-world.ts'
import { alice, deliver, hook, type Received, received, setUpEach, told, URL_, world } from './webhooks-fixture.ts'

setUpEach()

const HOUR = 60 * 60_000

test('a payment is told of as it goes on, once, and its receiver of what came in', async () => {
  const bob = await createTester(world)
  const [one, two] = [await walletWithMoney(alice), (await bob.api.createWallet({ type: 'custodial' })).wallet]
  await hook()
  await hook({ url: 'https://bob.example.org/' }, bob)
  const { id } = (await alice.api.transfer({ walletId: one.id, to: two.address, amount: '1' })).transaction
  await deliver()
  const [arrived] = (await bob.api.listTransactions({ direction: 'in' })).items
  expect(received.filter(({ url }) => url === URL_).map(({ event }) => [event.type, event.data])).toEqual([
    ['transaction.pending', { id, walletId: one.id, status: 'PENDING' }],
    ['transaction.settled', { id, walletId: one.id, status: 'SETTLED' }],
  ])
  expect(received.filter(({ url }) => url !== URL_).map(({ event }) => [event.type, event.data])).toEqual([
    ['transaction.received', { id: arrived?.id, walletId: two.id, status: 'SETTLED' }],
  ])
  await alice.api.patchTransaction({ id, note: 'for the roof' })
  await deliver()
  expect(received).toHaveLength(3)
})

test('Standard Webhooks verifies it; for a day after another secret was made by both, then by the newer alone', async () => {
  const { webhook, secret } = await hook()
  await walletWithMoney(alice)
  await deliver()
  const other = (await alice.api.rotateWebhookSecret({ id: webhook.id })).secret
  const verify = (by: string, { headers, body }: Received) => new Verifier(by).verify(body, headers)
  const signed = async (): Promise<Received> => {
    vi.setSystemTime(world.clock.now())
    await alice.api.testWebhook({ id: webhook.id })
    return received.at(-1) as Received
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(world.clock.now())
    expect(received[0]?.headers['webhook-id']).toMatch(/^\d+-[\w-]{10}$/)
    expect(verify(secret, received[0] as Received)).toMatchObject({ type: 'transaction.pending' })
    for (const by of [secret, other]) expect(verify(by, await signed())).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(secret, { ...(received[0] as Received), body: '{}' })).toThrow('No matching signature')
    world.clock.pass(24 * HOUR)
    expect(verify(other, await signed())).toMatchObject({ type: 'webhook.test' })
    expect(() => verify(secret, received.at(-1) as Received)).toThrow('No matching signature')
  } finally {
    vi.useRealTimers()
  }
})

describe('what is sent', () => {
  test.each([
    [false, {}],
    [true, { amount: '1', token: 'STABLE' }],
  ])('amounts only for who asks for them: %s', async (includeAmounts, amounts) => {
    const { id: walletId } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    await hook({ includeAmounts, events: ['transaction.settled'] })
    const { id } = (await alice.api.fund({ walletId, amount: '1' })).transaction
    await deliver()
    expect(received.map(({ event }) => event.data)).toEqual([{ id, walletId, status: 'SETTLED', ...amounts }])
  })

  test('only events and wallets that were asked for, from then on', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async () => (await alice.api.createWallet({ type: 'custodial' })).wallet.id),
    )
    await alice.api.fund({ walletId: one as string, amount: '1' })
    await hook({ events: ['transaction.settled'], walletIds: [two as string] })
    for (const walletId of [one, two]) await alice.api.fund({ walletId: walletId as string, amount: '1' })
    await deliver()
    expect(received.map(({ event }) => [event.type, event.data.walletId])).toEqual([['transaction.settled', two]])
  })
})

describe('a webhook', () => {
  test('shows no secret, and is another account’s to no one', async () => {
    const { webhook, secret } = await hook({ description: 'books' })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toEqual({
      ...{ id: webhook.id, url: URL_, events: webhook.events, walletIds: null, description: 'books' },
      ...{ includeAmounts: false, status: 'active', failingSince: null, waiting: 0, formerSecretUntil: null },
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    expect(JSON.stringify(await alice.api.listWebhooks({}))).not.toContain(secret)
    const rows = JSON.stringify(await world.db.selectFrom('webhooks').selectAll().execute())
    expect(rows).not.toMatch(/shop\.example|whsec_|books/)
    const mallory = await createTester(world)
    const none = { code: 'not_found' }
    const { id } = webhook
    await expect(mallory.api.getWebhook({ id })).rejects.toMatchObject(none)
    await expect(mallory.api.patchWebhook({ id, enabled: false })).rejects.toMatchObject(none)
    await expect(mallory.api.rotateWebhookSecret({ id })).rejects.toMatchObject(none)
    await expect(mallory.api.testWebhook({ id })).rejects.toMatchObject(none)
    await expect(mallory.api.listDeliveries({ id })).rejects.toMatchObject(none)
    await expect(mallory.api.redeliverRange({ id, from: '2026-01-01T00:00:00Z' })).rejects.toMatchObject(none)
    await expect(mallory.api.deleteWebhook({ id })).rejects.toMatchObject(none)
    expect((await alice.api.listWebhooks({})).webhooks).toHaveLength(1)
  })

  test('whoever can write the database takes none over', async () => {
    const mallory = await createTester(world)
    const { webhook } = await hook({}, mallory)
    await world.db.updateTable('webhooks').set({ accountId: alice.accountId }).where('id', '=', webhook.id).execute()
    expect(await alice.api.listWebhooks({})).toEqual({ webhooks: [], altered: [webhook.id] })
    await walletWithMoney(alice)
    await deliver()
    expect(received).toEqual([])
  })

  test('is one of at most ten', async () => {
    for (let count = 0; count < WEBHOOKS_MAX; count++) await hook()
    await expect(hook()).rejects.toMatchObject({ code: 'validation_error' })
    const { webhooks } = await alice.api.listWebhooks({})
    await alice.api.deleteWebhook({ id: webhooks[0]?.id ?? '' })
    await hook()
  })

  test.each([
    ['no address', { url: 'shop' }, 'url'],
    ['another scheme', { url: 'ftp://shop.example.org' }, 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 'url'],
    ['a name and a password', { url: 'https://a:b@shop.example.org' }, 'url'],
    ['a name', { url: 'https://a@shop.example.org' }, 'url'],
    ['a fragment', { url: 'https://shop.example.org/#x' }, 'url'],
    ['too long', { url: `https://shop.example.org/${'x'.repeat(2_048)}` }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['an unknown event', { events: ['transaction.lost'] }, 'events.0'],
    ['a test', { events: ['webhook.test'] }, 'events.0'],
    ['an event twice', { events: ['request.paid', 'request.paid'] }, 'events'],
    ['a wallet of nobody', { walletIds: ['none'] }, 'walletIds.0'],
    ['a typing error', { includeAmount: true }, 'includeAmount'],
  ])('is refused with %s', async (_, wrong, path) => {
    const answer = await alice.ask('POST', '/webhooks', { url: URL_, events: ['request.paid'], ...wrong })
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path }] } })
    expect((await alice.api.listWebhooks({})).webhooks).toEqual([])
  })

  test('that is switched off is told of nothing that happens meanwhile', async () => {
    const { webhook } = await hook({ events: ['transaction.settled'] })
    const { id } = webhook
    const { id: walletId } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const { webhook: changed } = await alice.api.patchWebhook({ id, includeAmounts: true })
    expect(changed).toEqual({ ...webhook, includeAmounts: true })
    expect((await alice.api.patchWebhook({ id, enabled: false })).webhook.status).toBe('disabled')
    await alice.api.fund({ walletId, amount: '1' })
    await deliver()
    expect((await alice.api.patchWebhook({ id, enabled: true })).webhook.status).toBe('active')
    await deliver()
    expect(received).toEqual([])
    const { transaction } = await alice.api.fund({ walletId, amount: '2' })
    await deliver()
    expect(told()).toEqual([['transaction.settled', transaction.id]])
  })
})

import { describe, expect, test } from 'vitest'
import { STREAMS_MAX } from '#shared/limits.ts'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import { createApp } from '../app.ts'
import { revokeApiKey } from '../auth/credentials/api-keys.ts'
import { createTester, PASSWORD, walletWithMoney } from '../testing/test-world.ts'
import { inSession, signedIn, type Visitor } from '../testing/visitor.ts'
import { notifierOf } from './notifier.ts'
import { alice, balances, idle, listen, read, setUpEach, world } from './streams-fixture.ts'

setUpEach()

const change = async (id: string, to: { expiresAt: number }) =>
  void (await world.db.updateTable('sessions').set(to).where('id', '=', id).execute())

const setAccount = (to: { mustChangePassword: number } | { disabledAt: number }) =>
  world.db.updateTable('accounts').set(to).execute()

describe('who hears', () => {
  test('a fifth stream of a credential is refused, until one of the four is closed', async () => {
    const open = Array.from({ length: STREAMS_MAX }, () => listen(alice))
    for (const stream of open) await stream.next()
    await expect(listen(alice).next()).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '20' } })
    const bob = await createTester(world, {}, alice.app)
    expect((await listen(bob).next()).event).toBe('ready')
    open[0]?.stop()
    await expect.poll(() => notifierOf(world).size(), { interval: 5 }).toBeLessThanOrEqual(STREAMS_MAX)
    expect((await listen(alice).next()).event).toBe('ready')
  })

  test.each([
    ['is revoked', async (id: string) => void (await revokeApiKey(world.db, world.keys, alice.accountId, id, 1))],
    [
      'is of an account that is disabled',
      async () => void (await world.db.updateTable('accounts').set({ disabledAt: 1 }).execute()),
    ],
    [
      'expires',
      async (id: string) =>
        void (await world.db.updateTable('apiKeys').set({ expiresAt: 1 }).where('id', '=', id).execute()),
    ],
  ])('a stream ends within a second when its key %s', async (_, endIt) => {
    const stream = listen(alice)
    await stream.next()
    const { id } = await world.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
    await endIt(id)
    const begun = world.clock.elapsed()
    expect(await stream.events.next()).toEqual({ done: true, value: undefined })
    expect(world.clock.elapsed() - begun).toBeLessThanOrEqual(1_000)
    expect(await idle()).toBe(0)
  })

  test.each([
    ['signs out', async (visitor: Visitor) => void (await visitor.ask('POST', '/auth/logout'))],
    ['expires', (_: Visitor, id: string) => change(id, { expiresAt: 1 })],
    ['has to change the password', async () => void (await setAccount({ mustChangePassword: 1 }))],
    ['is of an account that is disabled', async () => void (await setAccount({ disabledAt: 1 }))],
  ])('a stream of a session ends within a second when it %s', async (name, endIt) => {
    const visitor = await inSession(world, alice)
    const { id } = await world.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
    const other = await inSession(world, alice)
    const [stream, beside] = [await read(visitor), await read(other)]
    await endIt(visitor, id)
    const begun = world.clock.elapsed()
    await stream.end()
    expect(world.clock.elapsed() - begun).toBeLessThanOrEqual(1_000)
    const isAlone = name === 'signs out' || name === 'expires'
    expect(notifierOf(world).size()).toBe(isAlone ? 1 : 0)
    await beside.cancel()
    expect(await idle()).toBe(0)
  })

  test('streams of all other sessions end when the password is changed, and that of the one that changed it stays', async () => {
    const [visitor, other] = [await signedIn(alice), await signedIn(alice)]
    const [stays, stream] = [await read(visitor), await read(other)]
    const change = { currentPassword: PASSWORD, newPassword: 'another long pass phrase' }
    expect((await visitor.tell('POST', '/me/password', change)).status).toBe(200)
    await stream.end()
    expect(notifierOf(world).size()).toBe(1)
    await stays.cancel()
  })

  test('streams end when the gateway does', async () => {
    const closing = new AbortController()
    world.closing = closing.signal
    const app = createApp(world)
    const stream = listen({ ...alice, app })
    await stream.next()
    closing.abort()
    expect(await stream.events.next()).toEqual({ done: true, value: undefined })
  })

  test('a key that is limited to a wallet hears of that one alone', async () => {
    const { id } = await walletWithMoney(alice)
    const other = await walletWithMoney(alice)
    const limited = await createTester(world, { accountId: alice.accountId, walletIds: [other.id] }, alice.app)
    const stream = listen({ app: alice.app, apiKey: limited.apiKey }, '0')
    await stream.next()
    await balances(alice.accountId, id, 1)
    await balances(alice.accountId, other.id, 1)
    const heard: StreamEvent[] = []
    for (let count = 0; count < 7; count++) heard.push(await stream.next())
    expect(heard.map(({ data }) => (data as { walletId: string }).walletId)).toEqual(Array(7).fill(other.id))
  })

  test('what another process has written is heard too', async () => {
    const { id } = (await alice.api.createWallet({ type: 'custodial' })).wallet
    const stream = listen(alice)
    await stream.next()
    const waiting = stream.next()
    await balances(alice.accountId, id, 1)
    expect(await waiting).toMatchObject({ event: 'balance', data: { walletId: id } })
  })
})

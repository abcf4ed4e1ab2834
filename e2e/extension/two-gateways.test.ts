import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTester } from '#gateway/testing/test-world.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { isMoneyCall, payment } from './harness/payments.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import type { Matches, Seen } from './harness/wire.ts'

type Connected = { gateway: Gateway; profileId: string; walletId: string }

let wallet: Wallet
let a: Connected
let b: Connected

beforeAll(async () => {
  wallet = await openWallet()
  await wallet.create()
  ;[a, b] = [await connect('A'), await connect('B')]
})
afterAll(async () => {
  await wallet?.close()
  await a?.gateway.close()
  await b?.gateway.close()
})
// Whatever a test does, each key was sent to its own gateway and to nobody else.
afterEach(() => {
  for (const [mine, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const carrying = wallet.wire.seen.filter((seen) => JSON.stringify(seen).includes(mine.gateway.tester.apiKey))
    expect(new Set(carrying.map(({ origin }) => origin))).toEqual(new Set([mine.gateway.origin]))
    for (const seen of carrying) expect(JSON.stringify(seen)).not.toContain(other.gateway.tester.apiKey)
  }
  for (const seen of wallet.wire.seen) {
    expect([a.gateway.origin, b.gateway.origin]).toContain(seen.origin)
    expect(seen.headers).not.toHaveProperty('cookie')
    expect(seen.headers).not.toHaveProperty('referer')
  }
})

async function connect(name: string): Promise<Connected> {
  const gateway = await serveGateway()
  const { api, apiKey } = gateway.tester
  const { id: walletId } = (await api.createWallet({ type: 'custodial', label: `Wallet of ${name}` })).wallet
  await wallet.give(gateway.origin)
  const added = await wallet.ask<{ id: string }>('profile.add', { origin: gateway.origin, name, apiKey })
  return { gateway, profileId: added.id, walletId }
}

const balances = ({ profileId }: Connected) => wallet.ask('gateway.refresh', { profileId, force: true })
const fund = async ({ profileId, walletId }: Connected) =>
  (await wallet.ask<{ id: string }>('money.begin', { profileId, order: { verb: 'fund', walletId, amount: '5' } })).id

test('both are asked and paid at the same time; neither sees the key of the other', async () => {
  await Promise.all([balances(a), balances(b)])
  for (const each of [a, b]) {
    const done = await payment(wallet, await fund(each), ({ terminal }) => terminal)
    expect(done.transaction).toMatchObject({ walletId: each.walletId, status: 'SETTLED' })
  }
  const { items } = await b.gateway.tester.api.listTransactions({})
  expect(items.map(({ walletId }) => walletId)).toEqual([b.walletId])
})

test('shown one after the other in the dashboard, each is asked with its own key', async () => {
  const page = await wallet.open('dashboard.html')
  for (const [each, name] of [
    [a, 'Wallet of A'],
    [b, 'Wallet of B'],
  ] as const) {
    await wallet.ask('profile.select', { profileId: each.profileId })
    await page.getByText(name).first().waitFor()
  }
  await page.close()
})

describe('a gateway that sends elsewhere', () => {
  let stop = () => {}
  /** From now on it answers every request with a redirect to the other. */
  const redirect = (status: number) => {
    const isHere: Matches = ({ origin }) => origin === a.gateway.origin
    const answer = (response: ServerResponse, { path }: Seen) =>
      response.writeHead(status, { location: `${b.gateway.origin}${path}` }).end()
    wallet.wire.flush()
    stop = wallet.wire.reply(isHere, answer)
  }
  /** At the other, but for what it is asked with its own key: a page that showed it may still have a question under way. */
  const arrived = () =>
    wallet.wire.seen.filter(
      ({ origin, headers }) =>
        origin === b.gateway.origin && headers.authorization !== `Bearer ${b.gateway.tester.apiKey}`,
    )

  // What is checked after each test wants one request with each key.
  afterEach(async () => {
    stop()
    await balances(a)
    await balances(b)
  })

  test.each([301, 302, 307, 308])('is not followed when it is asked (%i)', async (status) => {
    redirect(status)
    await expect(balances(a)).rejects.toMatchObject({ code: 'unreachable' })
    await expect(
      wallet.ask('gateway.read', { profileId: a.profileId, endpoint: 'listWallets', input: {} }),
    ).rejects.toMatchObject({ code: 'unreachable' })
    expect(arrived()).toEqual([])
  })

  test('is not followed when it is to pay: not known, then paid at home', async () => {
    redirect(307)
    const id = await fund(a)
    expect(await payment(wallet, id, ({ state }) => state === 'unknown')).toMatchObject({
      failure: { code: 'unreachable' },
    })
    expect(arrived()).toEqual([])
    stop()
    expect(await payment(wallet, id, ({ terminal }) => terminal)).toMatchObject({ state: 'accepted' })
    expect(arrived().filter(isMoneyCall)).toEqual([])
  })
})

describe('a gateway is connected only where it may be', () => {
  const add = (origin: string) => wallet.ask('profile.add', { origin, name: 'X', apiKey: a.gateway.tester.apiKey })

  test.each([
    ['a plain address of another machine', 'http://pay.example.org'],
    ['a plain address in the same network', 'http://192.168.1.20:7984'],
    ['a plain address that looks like this machine', 'http://localhost.example.org'],
    ['an address that is no origin', 'http://localhost:1/path'],
    ['an address with a password in it', 'https://user:secret@localhost:1'],
    ['a number, to which no passkey can belong', 'http://127.0.0.1:7984'],
    ['what is no address', 'javascript:alert(1)'],
  ])('not at %s', async (_, origin) => {
    await expect(add(origin)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('not where the person gave no permission', async () => {
    await expect(add('https://pay.example.org')).rejects.toMatchObject({ code: 'permission_missing' })
  })

  test('not with a key that the gateway does not know; nothing is stored', async () => {
    const wrong = { origin: b.gateway.origin, name: 'X', apiKey: `sotto_sk_${'x'.repeat(43)}` }
    await expect(wallet.ask('profile.add', wrong)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const { profiles } = await wallet.run<{ profiles: { list: object[] } }>(`chrome.storage.local.get('profiles')`)
    expect(profiles.list).toHaveLength(2)
  })
})

test('a key of another account at the same gateway does not take the place of the first', async () => {
  const other = await createTester(a.gateway.world)
  const foreign = wallet.ask('profile.reconnect', { profileId: a.profileId, apiKey: other.apiKey })
  await expect(foreign).rejects.toMatchObject({ code: 'other_account' })
  wallet.wire.flush()
  await balances(a)
  await balances(b)
})

test('anyone who edits what is stored cannot send a key elsewhere', async () => {
  const edit = (from: string, to: string) =>
    wallet.run(`chrome.storage.local.get('profiles').then(({ profiles }) => chrome.storage.local.set({ profiles: {
      ...profiles, list: profiles.list.map((each) => each.origin === '${from}' ? { ...each, origin: '${to}' } : each) } }))`)
  wallet.wire.flush()
  const evil = b.gateway.origin.replace('localhost', '127.0.0.1')
  await edit(a.gateway.origin, evil)
  await expect(balances(a)).rejects.toThrow()
  // The other gateway is looked at once a minute.
  expect(wallet.wire.seen.filter(({ origin }) => origin !== b.gateway.origin)).toEqual([])
  await edit(evil, a.gateway.origin)
  await balances(a)
  await balances(b)
})

test('a gateway that is forgotten is forgotten whole: key, payments, cache and files', async () => {
  const { profileId } = a
  await wallet.ask('nota.save', { profileId, kind: 'receipt', name: 'a.nota', text: 'x' })
  await wallet.ask('profile.remove', { profileId })
  await expect(balances(a)).rejects.toMatchObject({ code: 'unknown_profile' })
  const local = await wallet.run(`chrome.storage.local.get()`)
  expect(JSON.stringify(local)).not.toContain(profileId)
  expect(JSON.stringify(await wallet.run(`chrome.storage.session.get()`))).not.toContain(profileId)
  expect(await wallet.ask('nota.list', { profileId })).toEqual([])
  // Another gateway on the same host keeps the permission.
  await balances(b)
})

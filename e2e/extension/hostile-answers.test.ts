import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerOf } from '#extension/background/answers.ts'
import { failureOf } from '#shared/client-failure.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { isMoneyCall, look, type Payment, payment, rewriteIntent } from './harness/payments.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import type { Matches } from './harness/wire.ts'

const MEGABYTE = 1024 * 1024

let honest: Gateway
let hostile: Gateway
let wallet: Wallet
let profiles: { honest: string; hostile: string }
let walletIds: { honest: string; hostile: string }

beforeAll(async () => {
  ;[honest, hostile, wallet] = await Promise.all([serveGateway(), serveGateway(), openWallet()])
  await wallet.create()
  const connect = async ({ origin, tester }: Gateway) => {
    await wallet.give(origin)
    return (await wallet.ask<{ id: string }>('profile.add', { origin, name: 'X', apiKey: tester.apiKey })).id
  }
  const walletOf = async ({ tester }: Gateway) => (await tester.api.createWallet({ type: 'custodial' })).wallet.id
  profiles = { honest: await connect(honest), hostile: await connect(hostile) }
  walletIds = { honest: await walletOf(honest), hostile: await walletOf(hostile) }
})
afterAll(async () => {
  await wallet?.close()
  await honest?.close()
  await hostile?.close()
})

afterEach(() => wallet.wire.calm())

const isHostile =
  (start: string): Matches =>
  ({ origin, path }) =>
    origin === hostile.origin && path.startsWith(start)
const isPaid: Matches = (seen) => isHostile('/')(seen) && isMoneyCall(seen)
/** As a page reads it, which holds to the API what the worker brings. */
const readWallets = async (profileId = profiles.hostile) => {
  const text = await wallet.ask<string>('gateway.read', { profileId, endpoint: 'listWallets', input: {} })
  try {
    return answerOf('listWallets', text)
  } catch (error) {
    throw failureOf(error)
  }
}

const ok = (data: string) => `{"ok":true,"data":${data}}`
const sending =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

/** 128 MB of blanks in 128 KB. */
const bomb = gzipSync(Buffer.alloc(128 * MEGABYTE, ' '))

/** More than any memory holds, as fast as it is taken. */
let sent = 0
const endless = (response: ServerResponse) => {
  sent = 0
  const chunk = Buffer.alloc(MEGABYTE, ' ')
  const more = () => {
    while (!response.destroyed) {
      sent += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  more()
}

describe('an answer that no honest gateway gives is told from one that does not come', () => {
  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ['nobody is there', (response) => response.destroy(), 'unreachable'],
    ['the connection breaks in the middle', breakingOff, 'not_sotto'],
    ['nothing', sending(''), 'not_sotto'],
    ['a page', sending('<!doctype html><script>alert(1)</script>', { 'content-type': 'text/html' }), 'not_sotto'],
    ['half an answer', sending('{"ok":true,"data":{"wallets"'), 'not_sotto'],
    ['no envelope', sending('[]'), 'not_sotto'],
    ['another shape', sending(ok('{"wallets":{}}')), 'broken_answer'],
    ['null', sending(ok('null')), 'broken_answer'],
    [
      'names of prototypes',
      sending(ok('{"__proto__":{"wallets":[]},"constructor":{"prototype":{}}}')),
      'broken_answer',
    ],
    ['an answer without end', endless, 'not_sotto'],
    ['far too much, packed small', sending(bomb, { 'content-encoding': 'gzip' }), 'not_sotto'],
    ['what was never packed', sending('{"ok":true}', { 'content-encoding': 'gzip' }), 'not_sotto'],
    ['lists in lists in lists', sending(ok('['.repeat(100_000) + ']'.repeat(100_000))), 'broken_answer'],
    ['a refusal with such lists', sending(nestedRefusal('validation_error'), {}, 400), 'validation_error'],
    ['a refusal without a code', sending('{"ok":false,"error":{"message":"x"}}', {}, 400), 'not_sotto'],
    ['a refusal named like a prototype', sending(refusal('__proto__'), {}, 400), '__proto__'],
    [
      'a wait of a thousand years',
      sending(refusal('rate_limited'), { 'retry-after': '31536000000' }, 429),
      'rate_limited',
    ],
  ])('%s', async (_, answer, code) => {
    wallet.wire.reply(isHostile('/api/v1/wallets'), answer)
    await expect(readWallets()).rejects.toMatchObject({ code })
    // The worker is well, and other gateways notice nothing.
    expect(await readWallets(profiles.honest)).toMatchObject({ wallets: [{ id: walletIds.honest }] })
  })

  test('what has no end is cut off', () => {
    expect(sent).toBeGreaterThan(8 * MEGABYTE)
    expect(sent).toBeLessThan(64 * MEGABYTE)
  })
})

describe('a hostile answer to a payment', () => {
  const begin = (profileId: string, walletId: string) =>
    wallet.ask<Payment>('money.begin', { profileId, order: { verb: 'fund', walletId, amount: '1' } })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['without end', endless],
    ['packed small', sending(bomb, { 'content-encoding': 'gzip' })],
    ['of another shape', sending(ok('{"transaction":{"id":7}}'), {}, 201)],
    ['with a record of another shape', sending(refusal('fund_failed', '{"transaction":{}}'), {}, 502)],
    ['with lists in lists', sending(nestedRefusal('internal_error'), {}, 500)],
    ['that is a page', sending('<h1>Forbidden', {}, 403)],
  ])('%s leaves open what became of it; then it is looked for', async (_, answer) => {
    const stop = wallet.wire.reply(isPaid, answer)
    const { id } = await begin(profiles.hostile, walletIds.hostile)
    expect(await payment(wallet, id, ({ state }) => state === 'unknown')).toMatchObject({ sent: 1, transaction: null })
    stop()
    await rewriteIntent(wallet, id, { notBefore: 0 })
    expect(await payment(wallet, id, ({ terminal }) => terminal)).toMatchObject({ state: 'accepted' })
  })

  test('takes up little of the room in which the payments of others are written down, too', async () => {
    const used = () => wallet.run<number>('chrome.storage.local.getBytesInUse()')
    const before = await used()
    const long = sending(refusal('validation_error', '[]', 'x'.repeat(30_000)), {}, 400)
    wallet.wire.reply(isPaid, long)
    const { id } = await begin(profiles.hostile, walletIds.hostile)
    await payment(wallet, id, ({ state }) => state === 'refused')
    expect((await used()) - before).toBeLessThan(64 * 1024)

    wallet.wire.calm()
    const longer = sending(refusal('validation_error', '[]', 'x'.repeat(40_000)), {}, 400)
    wallet.wire.reply(isPaid, longer)
    const next = await begin(profiles.hostile, walletIds.hostile)
    expect(await payment(wallet, next.id, ({ state }) => state === 'unknown')).toMatchObject({
      failure: { code: 'not_sotto' },
    })
    expect((await used()) - before).toBeLessThan(72 * 1024)
  })

  test.each([
    ['minutes', '540', { state: 'unknown', failure: { code: 'rate_limited' } }],
    ['a thousand years', '31536000000', { state: 'refused', failure: { code: 'rate_limited' } }],
  ])('that asks for %s of patience ties up nothing for long', async (_, seconds, end) => {
    wallet.wire.reply(isPaid, sending(refusal('rate_limited'), { 'retry-after': seconds }, 429))
    const { id } = await begin(profiles.hostile, walletIds.hostile)
    await payment(wallet, id, ({ state }) => state === 'unknown' || state === 'refused')
    const after = (await look(wallet, id)) as Payment & { notBefore: number }
    expect(after).toMatchObject(end)
    expect(after.notBefore - Date.now()).toBeLessThan(6 * 60_000)
  })

  test('that names the transaction of another payment is not believed', async () => {
    const { items } = await hostile.tester.api.listTransactions({ pageSize: 1 })
    const page = JSON.stringify({ items, page: 1, pageSize: 1, total: 1 })
    wallet.wire.reply(isPaid, (response) => response.destroy())
    wallet.wire.reply(isHostile('/api/v1/transactions'), sending(ok(page)))
    const { id } = await begin(profiles.hostile, walletIds.hostile)
    await payment(wallet, id, ({ state }) => state === 'unknown')
    await rewriteIntent(wallet, id, { notBefore: 0 })
    await payment(wallet, id, ({ sent }) => sent === 2)
    expect(await look(wallet, id)).toMatchObject({ transaction: null })
    wallet.wire.calm()
    await rewriteIntent(wallet, id, { notBefore: 0 })
    expect(await payment(wallet, id, ({ terminal }) => terminal)).toMatchObject({ transaction: { externalId: id } })
  })
})

function breakingOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"ok":true,')
  setTimeout(() => response.destroy(), 100)
}

function refusal(code: string, details = 'null', message = 'No.'): string {
  return `{"ok":false,"error":{"code":"${code}","message":"${message}","details":${details}}}`
}

function nestedRefusal(code: string): string {
  return refusal(code, '['.repeat(10_000) + ']'.repeat(10_000))
}

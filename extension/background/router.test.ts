import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Failed } from '#shared/client-failure.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Runtime } from '../browser.ts'
import { Problem } from '../problem.ts'
import { requests } from './requests.ts'
import { answer } from './router.ts'
import { service } from './service.ts'

/** Every service records that it was called; what it does is not this test's matter. */
vi.mock('./service.ts', async (original) => {
  const { service } = (await original()) as { service: object }
  return { service: Object.fromEntries(Object.keys(service).map((name) => [name, vi.fn(async () => null)])) }
})

const called = () => Object.values(service).filter((run) => vi.mocked(run).mock.calls.length > 0)
beforeEach(() => vi.clearAllMocks())

const ID = 'test-extension-id'
const page: Runtime.MessageSender = { id: ID, url: `chrome-extension://${ID}/popup.html` }
const lock = { to: 'worker', name: 'vault.lock', input: {} }

test('every request of the table is served, and nothing else is', () => {
  expect(Object.keys(service).sort()).toEqual(Object.keys(requests).sort())
})

test('a page of the wallet is answered', async () => {
  expect(await answer(lock, page)).toEqual({ ok: true, value: null })
  expect(called()).toEqual([service['vault.lock']])
})

describe('nobody else is', () => {
  test.each<[string, Runtime.MessageSender]>([
    ['another extension', { id: 'another', url: 'chrome-extension://another/popup.html' }],
    ['another extension that names our page', { id: 'another', url: `chrome-extension://${ID}/popup.html` }],
    ['a content script, in whatever page it is', { id: ID, url: 'https://shop.example/' }],
    ['a content script in a page named like ours', { id: ID, url: `https://shop.example/chrome-extension://${ID}/` }],
    ['a page of an extension whose ID begins like ours', { id: ID, url: `chrome-extension://${ID}.evil/popup.html` }],
    ['somebody without address', { id: ID }],
    ['somebody without ID', { url: `chrome-extension://${ID}/popup.html` }],
    ['nobody', {}],
  ])('%s', (_, sender) => {
    expect(answer(lock, sender)).toBeUndefined()
    expect(called()).toEqual([])
  })
})

test.each([
  [undefined],
  [null],
  ['vault.lock'],
  [7],
  [[]],
  [{}],
  [{ to: 'worker' }],
  [{ name: 'vault.lock', input: {} }],
  [{ ...lock, to: 'page' }],
])('the message %j is not for the worker', (message) => {
  expect(answer(message, page)).toBeUndefined()
})

describe('what is not in the table, or does not fit it, is refused and not carried out', () => {
  test.each<[unknown, unknown]>([
    ['vault.open', {}],
    ['', {}],
    ['__proto__', {}],
    ['constructor', {}],
    ['toString', {}],
    ['hasOwnProperty', {}],
    [undefined, {}],
    [['vault.lock'], {}],
    [{ toString: () => 'vault.lock' }, {}],
    ['vault.lock', undefined],
    ['vault.lock', null],
    ['vault.lock', { force: true }],
    ['vault.unlock', {}],
    ['vault.unlock', { key: 7 }],
    ['vault.unlock', { key: 'x'.repeat(5_001) }],
    ['profile.add', { origin: 'https://a.example', name: 'A', apiKey: 'k', sealedKey: {} }],
    ['profile.rename', { profileId: 'p', name: '' }],
    ['profile.rename', { profileId: 'p', name: 'a\u0000b' }],
    ['gateway.read', { profileId: 'p', endpoint: 'transfer', input: {} }],
    ['gateway.read', { profileId: 'p', endpoint: 'createWallet', input: {} }],
    ['gateway.read', { profileId: 'p', endpoint: '__proto__', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'transfer', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'fund', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'createApiKey', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'patchWallet', input: 'x' }],
    ['gateway.write', { profileId: 'p', endpoint: 'startBatch', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'resumeBatch', input: {} }],
    ['gateway.write', { profileId: 'p', endpoint: 'retryBatch', input: {} }],
    ['money.batch', { profileId: 'p', endpoint: 'transfer', input: { id: 'b' } }],
    ['money.batch', { profileId: 'p', endpoint: 'startBatch', input: {} }],
    ['money.batch', { profileId: 'p', endpoint: 'startBatch', input: { id: 'b', walletId: 'w' } }],
    ['money.begin', { profileId: 'p', order: { verb: 'mint', walletId: 'w' } }],
    ['money.begin', { profileId: 'p', order: { verb: 'burn', walletId: 'w', amount: '1' } }],
    ['money.begin', { profileId: 'p', order: { verb: 'mint', walletId: 'w', amount: 5 } }],
    ['money.begin', { profileId: 'p', order: { verb: 'mint', walletId: 'w', amount: '5', externalId: 'mine' } }],
    [
      'money.begin',
      {
        profileId: 'p',
        order: { verb: 'transfer', walletId: 'w', amount: '5', token: 'cSTABLE', destination: { is: 'anyone' } },
      },
    ],
    ['nota.save', { profileId: 'p', kind: 'letter', name: 'x', text: '' }],
  ])('%j %j', async (name, input) => {
    expect(await answer({ to: 'worker', name, input }, page)).toEqual({
      ok: false,
      failure: { code: 'not_allowed', message: '' },
    })
    expect(called()).toEqual([])
  })
})

describe('what fails is answered as plain data', () => {
  test.each<[string, Error, object]>([
    ['the wallet’s own refusal', new Problem('throttled', 5), { code: 'throttled', message: '', retryAfter: 5 }],
    [
      'the gateway’s',
      new Refusal('not_found', { message: 'Gone.' }),
      { code: 'not_found', message: 'Gone.', status: 404 },
    ],
    ['one that was told before', new Failed({ code: 'x', message: 'y' }), { code: 'x', message: 'y' }],
    ['a mishap', new RangeError('oops'), { code: 'unexpected', message: 'oops' }],
  ])('%s', async (_, error, failure) => {
    vi.mocked(service['vault.lock']).mockRejectedValueOnce(error)
    expect(await answer(lock, page)).toEqual({ ok: false, failure })
  })
})

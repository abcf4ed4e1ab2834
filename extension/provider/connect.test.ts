import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSotto, SottoError, SottoUnavailable, sottoCodes } from './connect.ts'
import { install } from './inpage.ts'
import { codes, type Question } from './protocol.ts'
import { type FakeWindow, fakeWindow, settled } from './testing/fake-window.ts'

let page: FakeWindow

beforeEach(() => {
  page = fakeWindow('https://shop.example')
  vi.stubGlobal('window', page.window)
  for (const name of ['location', 'addEventListener', 'dispatchEvent', 'postMessage'] as const)
    vi.stubGlobal(name, page.window[name])
})
afterEach(() => vi.unstubAllGlobals())

const question = () => page.posted.findLast((each): each is Question => (each as Question).sotto === 'ask')
const answer = (part: Record<string, unknown>) =>
  page.tell('message', { source: page.window, data: { sotto: 'answer', id: question()?.id, ...part } })
const event = (name: string, value: unknown) =>
  page.tell('message', { source: page.window, data: { sotto: 'event', name, value } })

describe('a page', () => {
  test('without a wallet hears what can be done, after the time it gives', async () => {
    const error = await connectSotto({ timeoutMs: 5 }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(SottoUnavailable)
    expect(error).toMatchObject({ name: 'SottoUnavailable', message: expect.stringContaining('not enabled') })
    expect((error as SottoUnavailable).todo).toHaveLength(3)
    expect(page.listening()).toBe(0)
  })

  test('that is none, as on a server, hears it at once', async () => {
    vi.stubGlobal('window', undefined)
    await expect(connectSotto({ timeoutMs: 60_000 })).rejects.toBeInstanceOf(SottoUnavailable)
  })

  test('finds a wallet that is there already, without waiting', async () => {
    install('data:,x')
    const sotto = await connectSotto({ timeoutMs: 0 })
    expect(sotto.wallet).toMatchObject({ name: 'Sotto', icon: 'data:,x', rdns: 'dev.sotto.wallet' })
  })

  test('finds a wallet that comes later', async () => {
    const found = connectSotto({ timeoutMs: 1_000 })
    await settled()
    install('data:,x')
    expect((await found).wallet.name).toBe('Sotto')
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'sotto'],
    ['no provider', { info: {} }],
    ['a provider that is none', { info: {}, provider: 5 }],
    ['a provider that cannot be asked', { info: {}, provider: {} }],
  ])('is not taken in by an announcement of %s', async (_, detail) => {
    const found = connectSotto({ timeoutMs: 5 })
    page.window.dispatchEvent(new CustomEvent('sotto:announceProvider', { detail }))
    await expect(found).rejects.toBeInstanceOf(SottoUnavailable)
  })
})

describe('a wallet that was found', () => {
  const connected = async () => {
    install('data:,x')
    return connectSotto()
  }
  type Found = Awaited<ReturnType<typeof connected>>

  test.each<[string, (sotto: Found) => Promise<unknown>, Partial<Question>]>([
    ['info', (sotto) => sotto.info(), { method: 'sotto_getInfo', params: null }],
    [
      'a card for a purpose',
      (sotto) => sotto.requestAddressCard({ purpose: 'Refunds' }),
      { method: 'sotto_requestAddressCard', params: [{ purpose: 'Refunds' }] },
    ],
    ['a card', (sotto) => sotto.requestAddressCard(), { method: 'sotto_requestAddressCard', params: [{}] }],
    ['the card it has', (sotto) => sotto.getAddressCard(), { method: 'sotto_getAddressCard', params: null }],
    ['permissions', (sotto) => sotto.permissions(), { method: 'sotto_getPermissions', params: null }],
  ])('is asked for %s', async (_, ask, asked) => {
    const answered = ask(await connected())
    expect(question()).toMatchObject(asked)
    answer({ value: { of: 'the wallet' } })
    expect(await answered).toEqual({ of: 'the wallet' })
  })

  test('is told to take back what was granted', async () => {
    const done = (await connected()).revoke()
    expect(question()).toMatchObject({ method: 'sotto_revokePermissions', params: [{ sotto_addressCard: {} }] })
    answer({ value: null })
    expect(await done).toBeUndefined()
  })

  test('says why it did not, as an error of its own', async () => {
    const refused = (await connected()).requestAddressCard().catch((error: unknown) => error)
    answer({ failure: { code: codes.tooMany, message: 'Later.', data: { retryAfter: 7 } } })
    const error = await refused
    expect(error).toBeInstanceOf(SottoError)
    expect(error).toMatchObject({ name: 'SottoError', code: codes.tooMany, message: 'Later.', retryAfter: 7 })
    expect((error as SottoError).cause).toBeInstanceOf(Error)
  })

  test('tells of events until nobody listens', async () => {
    const sotto = await connected()
    const heard: unknown[] = []
    const listener = (value: unknown) => void heard.push(value)
    sotto.on('disconnect', listener)
    event('disconnect', { code: 4900, message: 'x' })
    await settled()
    sotto.off('disconnect', listener)
    event('disconnect', { code: 4900, message: 'y' })
    await settled()
    expect(heard).toEqual([{ code: 4900, message: 'x' }])
  })
})

test('its codes are those of the wallet', () => {
  expect(sottoCodes).toBe(codes)
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { install } from './inpage.ts'
import { codes, type Question } from './protocol.ts'
import { type FakeWindow, fakeWindow, settled } from './testing/fake-window.ts'

type Provider = {
  request(asked: unknown): Promise<unknown>
  on(name: string, listener: (value: unknown) => void): Provider
  removeListener(name: string, listener: (value: unknown) => void): Provider
}
type Detail = { info: Record<string, string>; provider: Provider }

const ORIGIN = 'https://shop.example'
let page: FakeWindow
let announced: Detail[]

beforeEach(() => {
  page = fakeWindow(ORIGIN)
  announced = []
  vi.stubGlobal('window', page.window)
  for (const name of ['location', 'addEventListener', 'dispatchEvent', 'postMessage'] as const)
    vi.stubGlobal(name, page.window[name])
  page.window.addEventListener('sotto:announceProvider', (event) => {
    announced.push((event as CustomEvent<Detail>).detail)
  })
  install('data:image/svg+xml,x')
})
afterEach(() => vi.unstubAllGlobals())

const provider = () => announced[0]?.provider as Provider
const asked = () => page.posted.filter((each): each is Question => (each as Question).sotto === 'ask')
const answer = async (part: Record<string, unknown>, source: unknown = page.window) => {
  page.tell('message', { source, data: { sotto: 'answer', id: asked().at(-1)?.id, ...part } })
  await settled()
}

test('it announces itself at once and whenever it is asked, the same each time and frozen', () => {
  page.tell('sotto:requestProvider', { source: null, data: null })
  expect(announced).toHaveLength(2)
  expect(announced[1]).toBe(announced[0])
  const { info, provider } = announced[0] as Detail
  expect(info).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Sotto',
    icon: 'data:image/svg+xml,x',
    rdns: 'dev.sotto.wallet',
  })
  for (const each of [announced[0], info, provider]) expect(Object.isFrozen(each)).toBe(true)
})

test('it sets no global', () => {
  expect(Object.keys(globalThis).filter((name) => /sotto/i.test(name))).toEqual([])
})

describe('request', () => {
  test('posts a question to its own page alone, and resolves with the answer', async () => {
    const answered = provider().request({ method: 'sotto_getInfo', params: [{ a: 1 }] })
    expect(asked()).toEqual([{ sotto: 'ask', id: expect.any(String), method: 'sotto_getInfo', params: [{ a: 1 }] }])
    await answer({ value: { version: 'v1' } })
    expect(await answered).toEqual({ version: 'v1' })
  })

  test('without parameters asks for null', () => {
    void provider().request({ method: 'sotto_getInfo' })
    expect(asked()[0]?.params).toBeNull()
  })

  test('rejects with code and message, and with what belongs to it', async () => {
    const rejected = provider()
      .request({ method: 'sotto_getInfo' })
      .catch((error: unknown) => error)
    await answer({ failure: { code: codes.tooMany, message: 'Later.', data: { retryAfter: 5 } } })
    const error = await rejected
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: codes.tooMany, message: 'Later.', data: { retryAfter: 5 } })
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'sotto_getInfo'],
    ['no method', {}],
    ['a method that is no text', { method: 5 }],
    ['parameters that cannot be copied', { method: 'sotto_getInfo', params: () => 1 }],
  ])('with %s rejects by itself', async (_, wrong) => {
    await expect(provider().request(wrong)).rejects.toMatchObject({ code: codes.badParameters })
    expect(asked()).toEqual([])
  })

  test('takes the first answer, and none from a frame or for another question', async () => {
    const answered = provider().request({ method: 'sotto_getInfo' })
    await answer({ value: 'frame' }, fakeWindow(ORIGIN).window)
    await answer({ value: 'other', id: 'other' })
    await answer({ value: 'first' })
    await answer({ value: 'second' })
    expect(await answered).toBe('first')
  })
})

describe('events', () => {
  const tell = async (name: string, value: unknown, source: unknown = page.window) => {
    page.tell('message', { source, data: { sotto: 'event', name, value } })
    await settled()
  }

  test('reach who listens to them until who does not any more', async () => {
    const heard: unknown[] = []
    const listener = (value: unknown) => void heard.push(value)
    expect(provider().on('connect', listener).on('connect', listener)).toBe(provider())
    await tell('connect', 1)
    await tell('disconnect', 2)
    await tell('connect', 3, fakeWindow(ORIGIN).window)
    provider().removeListener('connect', listener)
    await tell('connect', 4)
    expect(heard).toEqual([1])
  })
})

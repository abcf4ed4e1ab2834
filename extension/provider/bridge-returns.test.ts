import { beforeEach, describe, expect, test } from 'vitest'
import { connectBridge } from './bridge.ts'
import { CAPABILITY, codes, type Permission } from './protocol.ts'
import { ask, connected, failed, ORIGIN, openAnew, page, told, worker } from './testing/bridge-page.ts'
import { settled } from './testing/fake-window.ts'

openAnew()

const key = () => worker.questions()[0]?.key ?? ''
const submitted = { sotto: 'answer', id: 'q1', value: { status: 'submitted' } }
const broken = () => Promise.reject(new Error('Extension context invalidated.'))
const comeBack = async () => {
  page.tell('pageshow', { source: null, data: null, persisted: true })
  await settled()
}
const looked = async () => {
  page.tell('interval')
  await settled()
}

describe('an open question', () => {
  beforeEach(connected)

  test.each<[string, Record<string, unknown>, unknown]>([
    ['of a payment that the person allowed', { pays: true }, submitted],
    ['that the person has still to answer', { pays: false }, failed(codes.away)],
    ['that the window looked after', {}, failed(codes.away)],
  ])('%s, when the page is left', async (_, part, answer) => {
    await ask({ method: 'sotto_requestPayment' })
    worker.tell({ to: 'bridge', still: key(), ...part })
    page.tell('pagehide')
    expect(told()).toEqual([answer])
    expect(worker.tell({ to: 'bridge', key: key(), value: { status: 'settled' } })).toBe(false)
  })

  test('of a payment that the person allowed stays so though the window looks after it', async () => {
    await ask({ method: 'sotto_requestPayment' })
    worker.tell({ to: 'bridge', still: key(), pays: true })
    worker.tell({ to: 'bridge', still: key() })
    page.tell('pagehide')
    expect(told()).toEqual([submitted])
  })

  test('of such a payment whose worker ends twice before it says that it waits', async () => {
    worker.replies.question = async ({ key, method }) => {
      if (method !== 'sotto_requestPayment') return { is: 'value', value: [] }
      worker.tell({ to: 'bridge', still: key, pays: true })
      return broken()
    }
    await ask({ method: 'sotto_requestPayment' })
    expect(told()).toEqual([submitted])
  })

  test('is not asked again once the page was left', async () => {
    worker.replies.question = () => {
      page.tell('pagehide')
      return broken()
    }
    await ask()
    expect(worker.questions()).toHaveLength(1)
  })

  test('is answered once the extension is gone, and the page hears of that once', async () => {
    await ask()
    await ask({ id: 'q2', method: 'sotto_requestPayment' })
    worker.tell({ to: 'bridge', still: worker.questions()[1]?.key ?? '', pays: true })
    worker.replies.question = broken
    await looked()
    const left = { sotto: 'event', name: 'disconnect', value: expect.objectContaining({ code: codes.away }) }
    expect(told()).toEqual([failed(codes.away), { ...submitted, id: 'q2' }, left])
    await looked()
    await comeBack()
    expect(told()).toHaveLength(3)
  })

  test.each<[string, () => Promise<undefined>]>([
    ['is ended, and starts again', broken],
    ['says nothing', async () => undefined],
  ])('waits on where the worker %s', async (_, first) => {
    await ask()
    let times = 0
    worker.replies.question = async () => (times++ === 0 ? first() : { is: 'value', value: [] })
    await looked()
    expect(told()).toEqual([])
    expect(worker.tell({ to: 'bridge', key: key(), value: 'card' })).toBe(true)
  })
})

test('the bridge asks for the worker only while a question of its page is open and the site is enabled', async () => {
  await connected()
  await looked()
  expect(worker.questions()).toEqual([])
  worker.replies.hello = async () => null
  const before = page.listening()
  await connectBridge(worker.door, page.window)
  expect(page.listening()).toBe(before)
})

describe('a page that comes back from the cache', () => {
  const permission = (id: string, parentCapability: Permission['parentCapability'] = CAPABILITY): Permission => ({
    id,
    parentCapability,
    invoker: ORIGIN,
    date: 1,
    caveats: [],
  })
  const card = permission('a')
  const other = permission('b')
  const paid = permission('c', 'sotto_payments')
  const event = (name: string, value: unknown) => ({ sotto: 'event', name, value })
  const revoked = event('addressCardRevoked', {})
  const disconnected = event('disconnect', expect.objectContaining({ code: codes.away }))
  const changed = (...value: Permission[]) => event('permissionsChanged', value)

  test.each<[string, Permission[], Permission[] | null, unknown[]]>([
    ['and nothing happened', [card], [card], []],
    ['after its card was taken back', [card, paid], [paid], [revoked, changed(paid)]],
    ['after it was given another card', [card], [other], [revoked, changed(other)]],
    ['after it was given its first', [], [card], [changed(card)]],
    ['after it may not say any more that it was paid', [card, paid], [card], [changed(card)]],
    ['after the site was disabled', [card], null, [revoked, changed(), disconnected]],
  ])('%s', async (_, before, now, heard) => {
    const connect = { chainId: '0x1' }
    worker.replies.hello = async () => ({ is: 'enabled', connect, permissions: before })
    await connected()
    worker.replies.question = async () => (now === null ? null : { is: 'value', value: now })
    page.tell('pageshow', { source: null, data: null, persisted: false })
    await settled()
    expect(told()).toEqual([])
    await comeBack()
    expect(told()).toEqual(heard)
    await comeBack()
    expect(told()).toEqual(heard)
  })

  test('and went there before it was greeted is greeted then, and what it asked is asked', async () => {
    const greeted = worker.replies.hello
    // No answer comes to a page in the cache, nor later to what it sent before.
    worker.replies.hello = () => new Promise(() => {})
    const whether = connectBridge(worker.door, page.window)
    await ask()
    page.tell('pagehide')
    worker.replies.hello = greeted
    await comeBack()
    expect(await whether).toBe(true)
    expect(told()).toEqual([event('connect', { chainId: '0x1' })])
    expect(worker.questions()).toMatchObject([{ method: 'sotto_getInfo' }])
  })

  test('and is given a card at that moment keeps it', async () => {
    await connected()
    worker.replies.question = async () => {
      worker.tell({ to: 'bridge', origin: ORIGIN, event: 'permissionsChanged', value: [card] })
      return { is: 'value', value: [] }
    }
    await comeBack()
    expect(told()).toEqual([changed(card)])
  })

  test('knows what it was told before', async () => {
    await connected()
    worker.tell({ to: 'bridge', origin: ORIGIN, event: 'permissionsChanged', value: [card] })
    worker.tell({ to: 'bridge', origin: ORIGIN, event: 'disconnect', value: {} })
    page.posted.length = 0
    worker.replies.question = async () => undefined
    await comeBack()
    expect(told()).toEqual([])
    worker.replies.question = async () => ({ is: 'value', value: [] })
    await comeBack()
    expect(told()).toEqual([event('connect', { chainId: '0x1' }), revoked, changed()])
  })
})

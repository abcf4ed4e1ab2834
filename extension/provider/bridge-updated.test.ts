import { beforeEach, describe, expect, test } from 'vitest'
import { connectBridge } from './bridge.ts'
import { type BridgeReply, codes, type WorkerMessage } from './protocol.ts'
import { ask, connected, failed, ORIGIN, openAnew, page, told, worker } from './testing/bridge-page.ts'
import { settled } from './testing/fake-window.ts'

openAnew()

describe('beside a bridge whose extension was updated', () => {
  let hears: (message: WorkerMessage) => boolean
  let update = () => {}

  beforeEach(async () => {
    const { promise: hello, resolve } = Promise.withResolvers<BridgeReply>()
    let isAlone = false
    await Promise.all([
      connectBridge(
        {
          send: (message) => {
            if (isAlone) throw new Error('Extension context invalidated.')
            return 'hello' in message ? hello : Promise.resolve({ is: 'waiting' })
          },
          onMessage: (heard) => {
            hears = heard
          },
          isLeftBehind: () => isAlone,
        },
        page.window,
      ),
      resolve({ is: 'enabled', connect: { chainId: '0x1' }, permissions: [] }),
    ])
    await settled()
    update = () => {
      isAlone = true
    }
  })

  test('the page has one answer to each question, and that of the new one', async () => {
    update()
    await connected()
    await ask()
    expect(told()).toEqual([])
    const [question] = worker.questions()
    expect(worker.tell({ to: 'bridge', key: question?.key ?? '', value: 'card' })).toBe(true)
    expect(told()).toEqual([{ sotto: 'answer', id: 'q1', value: 'card' }])
    page.tell('pagehide')
    page.tell('pageshow', { source: null, data: null, persisted: true })
    await settled()
    expect(told()).toHaveLength(1)
  })

  test('a question that the old one answered while the new one was greeted is not put before the person', async () => {
    update()
    const { promise, resolve } = Promise.withResolvers<BridgeReply>()
    worker.replies.hello = () => promise
    const whether = connected()
    await ask()
    resolve({ is: 'enabled', connect: { chainId: '0x1' }, permissions: [] })
    await whether
    expect(worker.questions()).toEqual([])
    await ask({ id: 'q2' })
    expect(worker.questions()).toHaveLength(1)
  })

  test('questions that waited are answered', async () => {
    await ask()
    update()
    await connected()
    await ask({ id: 'q2' })
    expect(worker.questions()).toMatchObject([{ key: expect.stringMatching(/ q2$/) }])
    expect(page.posted).not.toContainEqual(failed(codes.away, 'q2'))
    expect(hears({ to: 'bridge', origin: ORIGIN, event: 'connect', value: {} })).toBe(false)
  })
})

test('events that a page dispatches itself neither end its bridge nor send the worker anything', async () => {
  await connected()
  await ask()
  const before = worker.sent.length
  for (const type of ['sotto:bridge', 'pagehide', 'pageshow'])
    page.window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
  await settled()
  expect([worker.sent.length, told()]).toEqual([before, []])
  expect(worker.tell({ to: 'bridge', key: worker.questions()[0]?.key ?? '', value: 'card' })).toBe(true)
})

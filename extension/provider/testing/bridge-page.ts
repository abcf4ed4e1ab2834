import { beforeEach, expect } from 'vitest'
import { connectBridge, type Door } from '../bridge.ts'
import type { BridgeMessage, BridgeReply, WorkerMessage } from '../protocol.ts'
import { type FakeWindow, fakeWindow, settled } from './fake-window.ts'

export const ORIGIN = 'https://shop.example'
const enabled: BridgeReply = { is: 'enabled', connect: { chainId: '0x1' }, permissions: [] }

/** A worker that answers each kind of message as it is told to. */
function fakeDoor() {
  const sent: BridgeMessage[] = []
  let hears: (message: WorkerMessage) => boolean = () => false
  const replies = {
    hello: async (): Promise<BridgeReply | null | undefined> => enabled,
    question: async (_: Extract<BridgeMessage, { key: string }>): Promise<BridgeReply | null | undefined> => ({
      is: 'waiting',
    }),
  }
  const door: Door = {
    send: (message) => {
      sent.push(message)
      if ('hello' in message) return replies.hello()
      return 'key' in message ? replies.question(message) : Promise.resolve(null)
    },
    onMessage: (heard) => {
      hears = heard
    },
    isLeftBehind: () => false,
  }
  const questions = () => sent.flatMap((message) => ('key' in message ? [message] : []))
  return { door, sent, replies, questions, tell: (message: WorkerMessage) => hears(message) }
}

export let page: FakeWindow
export let worker: ReturnType<typeof fakeDoor>

/** Before each test: a page that no bridge stands in yet, and a worker. */
export function openAnew(): void {
  beforeEach(() => {
    page = fakeWindow(ORIGIN)
    worker = fakeDoor()
  })
}

export const connected = async () => {
  await connectBridge(worker.door, page.window)
  await settled()
  page.posted.length = 0
}
export const ask = async (part: Record<string, unknown> = {}) => {
  page.window.postMessage({ sotto: 'ask', id: 'q1', method: 'sotto_getInfo', params: null, ...part }, ORIGIN)
  await settled()
}
/** What the page was told, its own messages left out. */
export const told = () => page.posted.filter((each) => (each as { sotto?: string }).sotto !== 'ask')
export const failed = (code: number, id = 'q1') => ({
  sotto: 'answer',
  id,
  failure: expect.objectContaining({ code }),
})

import { expect, test } from 'vitest'
import type { Runtime } from '../browser.ts'
import { browser } from '../browser.ts'
import { pageOf } from './page.ts'
import { isPageOrigin } from './page-origin.ts'

type Sender = Runtime.MessageSender & { origin?: string; documentLifecycle?: string; documentId?: string }

const tab = (part: Record<string, unknown> = {}) => ({ id: 3, index: 0, ...part }) as NonNullable<Sender['tab']>
const sender = (part: Partial<Sender> = {}): Sender => ({
  id: browser.runtime.id,
  tab: tab(),
  frameId: 0,
  url: 'https://shop.example/cart?item=1#top',
  origin: 'https://shop.example',
  documentLifecycle: 'active',
  ...part,
})
const without = (name: keyof Sender): Sender => {
  const { [name]: _, ...rest } = sender()
  return rest
}

test.each<[string, Sender, string | undefined]>([
  ['the top frame of a tab', sender(), 'https://shop.example'],
  ['a browser that tells no origin', without('origin'), 'https://shop.example'],
  ['a browser that tells no lifecycle', without('documentLifecycle'), 'https://shop.example'],
  [
    'a page of this machine',
    sender({ url: 'http://localhost:3000/', origin: 'http://localhost:3000' }),
    'http://localhost:3000',
  ],
  ['another extension', sender({ id: 'another' }), undefined],
  ['no tab', without('tab'), undefined],
  ['a tab without an ID', sender({ tab: { index: 0 } as NonNullable<Sender['tab']> }), undefined],
  ['a frame', sender({ frameId: 4 }), undefined],
  ['no frame at all', without('frameId'), undefined],
  ['a page that is loaded ahead', sender({ documentLifecycle: 'prerender' }), undefined],
  ['a page in the back/forward cache', sender({ documentLifecycle: 'cached' }), undefined],
  ['a sandboxed page, which has no origin', sender({ origin: 'null' }), undefined],
  ['an origin that is not that of the address', sender({ origin: 'https://bank.example' }), undefined],
  ['no address', without('url'), undefined],
  ['a file', sender({ url: 'file:///tmp/shop.html', origin: 'null' }), undefined],
  ['about:blank', sender({ url: 'about:blank', origin: 'https://shop.example' }), undefined],
  ['about:srcdoc', sender({ url: 'about:srcdoc', origin: 'https://shop.example' }), undefined],
  ['data', sender({ url: 'data:text/html,x', origin: 'null' }), undefined],
  ['a blob', sender({ url: 'blob:https://shop.example/1', origin: 'https://shop.example' }), undefined],
  ['plain http', sender({ url: 'http://shop.example/', origin: 'http://shop.example' }), undefined],
  [
    'a page of this wallet',
    sender({ url: browser.runtime.getURL('/popup.html'), origin: 'chrome-extension://x' }),
    undefined,
  ],
])('%s', (_, from, origin) => {
  expect(pageOf(from)?.origin).toBe(origin)
})

test('the document is known where the browser tells it', () => {
  expect(pageOf(sender({ documentId: 'd1' }))).toEqual({ origin: 'https://shop.example', tabId: 3, documentId: 'd1' })
  expect(pageOf(sender())?.documentId).toBeUndefined()
})

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443', true],
  ['https://10.0.0.1', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:3000', false],
  ['http://localhost.example', false],
  ['http://shop.localhost', false],
  ['http://10.0.0.1', false],
  ['ftp://localhost', false],
  ['chrome://settings', false],
])('the wallet can be enabled on %s: %s', (origin, can) => {
  expect(isPageOrigin(new URL(origin))).toBe(can)
})

import type { Page } from 'playwright'
import { type Delivery, type Webhook, WebhookEventType } from '#shared/model/webhook.ts'
import { ago } from '../account.ts'
import type { Scene } from './scenes.ts'

const webhook = (id: string, part: Partial<Webhook>): Webhook => ({
  id,
  url: 'https://shop.harbour-bakery.example/sotto',
  events: ['request.received', 'request.paid', 'request.expired'],
  walletIds: null,
  description: 'Web shop',
  includeAmounts: false,
  status: 'active',
  failingSince: null,
  waiting: 0,
  formerSecretUntil: null,
  createdAt: ago(60 * 24 * 12),
  ...part,
})

const LONG = 'Bookkeeping of the Barcelona and Lisbon offices, which is told of all that has ever been paid'

/** Each standing, and one that is long in everything. */
const webhooks: Webhook[] = [
  webhook('h1', {}),
  webhook('h2', {
    url: `https://hooks.the-association-of-independent-roofers-and-chimney-sweeps.example/${'v2/payments/'.repeat(9)}`,
    events: [...WebhookEventType.options],
    walletIds: ['w1', 'w2', 'gone'],
    description: LONG,
    includeAmounts: true,
    status: 'failing',
    failingSince: ago(60 * 24 * 5),
    waiting: 10_000,
    formerSecretUntil: ago(-60 * 20),
  }),
  webhook('h3', { url: 'http://127.0.0.1:8080/', description: null, failingSince: ago(3), waiting: 2 }),
  webhook('h4', { description: 'Old till', status: 'disabled' }),
]

const delivery = (at: number, part: Partial<Delivery>): Delivery => ({
  id: `d${at}`,
  type: 'request.paid',
  subject: 'q1',
  state: 'delivered',
  tries: 1,
  answer: 204,
  flaw: null,
  ms: 84,
  createdAt: ago(at * 47),
  triedAt: ago(at * 47),
  nextAt: null,
  ...part,
})

/** Each outcome. */
const deliveries: Delivery[] = [
  delivery(1, { type: 'webhook.test' }),
  delivery(2, { state: 'waiting', tries: 0, answer: null, ms: null, triedAt: null, nextAt: ago(0) }),
  delivery(3, { type: 'request.received', state: 'waiting', tries: 4, answer: 503, ms: 1_204, nextAt: ago(-30) }),
  delivery(4, { state: 'waiting', tries: 2, answer: null, flaw: 'timeout', ms: 10_000, nextAt: ago(-5) }),
  delivery(5, { type: 'transaction.removed' }),
  delivery(6, { type: 'request.expired', state: 'failed', tries: 9, answer: 400, ms: 31 }),
  delivery(7, { state: 'failed', tries: 9, answer: null, flaw: 'forbidden_address', ms: 2 }),
]

export function webhookData(route: string, id: string, fresh: boolean): unknown {
  switch (route) {
    case 'GET /webhooks':
      return fresh ? { webhooks: [], altered: [] } : { webhooks, altered: ['kp27vq1t'] }
    case 'POST /webhooks':
    case 'POST /webhooks/{id}/rotate-secret':
      return { webhook: webhooks[0], secret: `whsec_${'Xq3vT0bLr9'.repeat(4)}AAA=` }
    case 'GET /webhooks/{id}/deliveries':
      return { items: id === 'h4' ? [] : deliveries, next: id === 'h4' ? null : 'd7' }
    default:
      return undefined
  }
}

export const webhookScenes: Scene[] = [
  { name: 'webhooks', at: '#/webhooks', surfaces: ['popup', 'tab', 'narrow', 'panel'] },
  { name: 'webhooks, none yet', at: '#/webhooks', mood: 'fresh' },
  { name: 'webhooks, older gateway', at: '#/webhooks', mood: 'older', surfaces: ['popup'] },
  { name: 'webhooks, gateway down', at: '#/webhooks', mood: 'down', surfaces: ['popup'] },
  { name: 'webhooks, the key may not', at: '#/webhooks', act: withoutScope },
  { name: 'add a webhook', at: '#/webhooks?make=' },
  { name: 'add a webhook, no event', at: '#/webhooks?make=', act: addNothing, surfaces: ['tab', 'panel'] },
  { name: 'secret of a webhook', at: '#/webhooks?make=', act: add, surfaces: ['tab', 'narrow', 'panel'] },
  { name: 'a webhook', at: '#/webhooks?id=h1', surfaces: ['popup', 'tab', 'narrow', 'panel'] },
  { name: 'a webhook, failing, long', at: '#/webhooks?id=h2' },
  { name: 'change of a webhook', at: '#/webhooks?id=h2&change=' },
  { name: 'a webhook that is off', at: '#/webhooks?id=h4' },
  { name: 'switch a webhook off', at: '#/webhooks?id=h1', act: switchOff, surfaces: ['popup'] },
]

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function addNothing(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill('https://shop.harbour-bakery.example/sotto')
  await press(page, 'Add a webhook')
  await page.getByRole('alert').waitFor()
}

async function add(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill('https://shop.harbour-bakery.example/sotto')
  await page.getByLabel('Request paid').check()
  await press(page, 'Add a webhook')
  await page.getByText('whsec_').waitFor()
}

async function switchOff(page: Page): Promise<void> {
  await press(page, 'Switch off')
  await page.getByRole('dialog').waitFor()
}

/** As if the wallet was connected with a key that may only pay. The page gives the scope back when it goes. */
async function withoutScope(page: Page): Promise<void> {
  await page.evaluate(`chrome.storage.local.get('profiles').then(({ profiles }) => {
    const list = profiles.list.map((each) => ({ ...each, key: { ...each.key, scopes: ['read', 'pay'] } }))
    addEventListener('pagehide', () => void chrome.storage.local.set({ profiles }))
    return chrome.storage.local.set({ profiles: { ...profiles, list } })
  })`)
  await page.getByRole('alert').waitFor()
}

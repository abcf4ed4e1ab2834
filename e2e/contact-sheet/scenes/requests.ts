import type { Page } from 'playwright'
import type { PaymentRequest } from '#shared/model/request.ts'
import { ago } from '../account.ts'
import { ask } from '../connected.ts'
import type { Scene } from './scenes.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const LONG = 'Two hundred croissants, forty loaves of rye, and the cake for the jubilee of the association of roofers, '

const request = (id: string, minutes: number, part: Partial<PaymentRequest>): PaymentRequest => ({
  id,
  walletId: 'w1',
  address: address('c'),
  token: 'cSTABLE',
  amount: '48',
  received: '0',
  status: 'OPEN',
  overpaid: false,
  late: false,
  label: 'Harbour Bakery',
  memo: 'Bread for November',
  externalId: null,
  url: `https://pay.harbour-bakery.example/pay/${'Xq3vT0bLr9'.repeat(4)}`,
  expiresAt: ago(-60 * 20),
  createdAt: ago(minutes),
  updatedAt: ago(minutes),
  transactions: [],
  ...part,
})

/** Each standing, and a request that says much. */
export const paymentRequests: PaymentRequest[] = [
  request('q1', 5, {}),
  request('q2', 50, {
    amount: '18446744073709.551615',
    received: '9223372036854.775807',
    memo: LONG.repeat(4).trim(),
    label: LONG.slice(0, 100),
    transactions: ['r1', 'r2', 'r3'],
  }),
  request('q3', 700, { amount: null, memo: null, token: 'STABLE', expiresAt: null }),
  request('q4', 900, { status: 'PAID', received: '50', overpaid: true, late: true, transactions: ['r2'] }),
  request('q5', 4_000, { status: 'EXPIRED' }),
  request('q6', 5_000, { status: 'CANCELLED' }),
]

/** Texts of requests as the drawn gateway reads them. */
const NOTAS = { known: 'eyJdrawn.request.known', stranger: 'eyJdrawn.request.stranger' }

/** What the drawn gateway says of a nota; undefined of one that is no request. */
export function requestVerdict(nota: string): object | undefined {
  if (!nota.includes('drawn.request')) return undefined
  const known = nota.includes(NOTAS.known)
  const { id, address, token, amount, label, memo, url, expiresAt } = known ? asked('q1') : asked('q2')
  const chain = { chainId: 11155111, network: 'offline', stable: `0x${'e'.repeat(40)}`, cstable: `0x${'f'.repeat(40)}` }
  const trust = known ? 'this_gateway' : 'unknown'
  return {
    type: 'request',
    subject: { id, address, token, amount, label, memo, url, expiresAt, ...chain },
    issuedAt: ago(5),
    issuer: { fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', trust },
    valid: known,
    checks: [{ name: 'signature', result: 'passed', detail: 'The file is as its issuer signed it.' }],
  }
}

function asked(id: string): PaymentRequest {
  const found = paymentRequests.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no request ${id}`)
  return found
}

export const requestScenes: Scene[] = [
  { name: 'requests', at: '#/requests' },
  { name: 'requests, none yet', at: '#/requests', mood: 'fresh', surfaces: ['popup'] },
  { name: 'requests, older gateway', at: '#/requests', mood: 'older', surfaces: ['popup'] },
  { name: 'requests, gateway down', at: '#/requests', mood: 'down', surfaces: ['popup'] },
  { name: 'ask for an amount', at: '#/requests?make=' },
  { name: 'a request', at: '#/requests?id=q1' },
  { name: 'a request, long and large', at: '#/requests?id=q2' },
  { name: 'a request, overpaid and late', at: '#/requests?id=q4', surfaces: ['popup'] },
  { name: 'pay, nothing chosen', at: '#/pay' },
  { name: 'pay a request', at: '#/home', act: (page) => toPay(page, NOTAS.known) },
  { name: 'pay a request of a stranger', at: '#/home', act: (page) => toPay(page, NOTAS.stranger) },
  { name: 'a site asks for a card', at: '', surfaces: ['window'], act: (page) => asks(page, {}) },
  {
    name: 'a site asks for a card, locked',
    at: '',
    surfaces: ['window'],
    wallet: 'locked',
    act: (page) => asks(page, {}),
  },
  {
    name: 'a site asks for a payment',
    at: '',
    surfaces: ['window'],
    act: (page) => asks(page, { request: NOTAS.known }),
  },
  {
    name: 'a site asks for a payment to a stranger',
    at: '',
    surfaces: ['window'],
    act: (page) => asks(page, { request: NOTAS.stranger }),
  },
]

async function toPay(page: Page, text: string): Promise<void> {
  const draft = { text, walletId: null, amount: '', payment: crypto.randomUUID() }
  await page.evaluate(`(async () => {
    const { profiles } = await chrome.storage.local.get('profiles')
    await chrome.storage.session.set({ ['draft pay ' + profiles.active]: ${JSON.stringify(draft)} })
    location.hash = '#/pay'
  })()`)
  await page.getByText('Signed by').waitFor()
}

const SITE = 'https://orders.the-association-of-independent-roofers-and-chimney-sweeps.example'

/** A question as the worker writes it down. No tab waits for the answer, so none goes away. */
async function asks(page: Page, part: { request?: string }): Promise<void> {
  const method = part.request === undefined ? 'sotto_requestAddressCard' : 'sotto_requestPayment'
  const purpose = part.request === undefined ? LONG.repeat(2).trim() : null
  const question = {
    origin: SITE,
    method,
    purpose,
    profileId: null,
    askedAt: Date.now(),
    waiters: [],
    outcome: null,
    ...part,
  }
  // A worker that starts drops what no tab waits for: it has started before this is written.
  await ask(page, 'vault.state', {})
  const list = ['one', 'two'].map((id) => ({ ...question, id }))
  await page.evaluate(
    `chrome.storage.session.set({ approvals: ${JSON.stringify({ list, windowId: null, refusals: {} })} })`,
  )
  await page.locator('h1:not(.unseen)').waitFor()
}

import { describe, expect, test } from 'vitest'
import { type Delivery, type Webhook, WebhookEventType } from '#shared/model/webhook.ts'
import {
  changeOf,
  chosenEvents,
  hindranceOf,
  offered,
  outcomeOf,
  resultOf,
  standingOf,
  webhookName,
  webhookOf,
} from './model.ts'

const SINCE = '2027-01-31T12:00:00.000Z'

test.each([
  [['read', 'manage', 'pay'], null, undefined],
  [['manage'], null, undefined],
  [['read', 'pay'], null, 'scope'],
  [['read'], ['w1'], 'scope'],
  [['read', 'manage', 'pay'], ['w1'], 'limited'],
] as const)('a key with the scopes %j, of the wallets %j, is hindered by %s', (scopes, walletIds, expected) => {
  expect(hindranceOf({ scopes: [...scopes], walletIds: walletIds && [...walletIds] })).toBe(expected)
})

test.each([
  ['active', null, 'active'],
  ['active', SINCE, 'unanswered'],
  ['failing', SINCE, 'failing'],
  ['disabled', null, 'off'],
  ['disabled', SINCE, 'off'],
] as const)('a webhook that is %s, without an answer since %s, stands as %s', (status, failingSince, standing) => {
  expect(standingOf({ status, failingSince })).toBe(standing)
})

test.each([
  ['waiting', 0, 'waiting'],
  ['waiting', 3, 'again'],
  ['delivered', 1, 'delivered'],
  ['failed', 1, 'failed'],
  ['failed', 0, 'failed'],
] as const)('of a delivery that is %s after %i tries became: %s', (state, tries, outcome) => {
  expect(outcomeOf({ state, tries } as Delivery)).toBe(outcome)
})

test.each([
  ['was answered', { state: 'waiting', tries: 1, answer: 503, flaw: null }, 503],
  ['reached nothing', { state: 'waiting', tries: 2, answer: null, flaw: 'timeout' }, 'timeout'],
  ['is given up after an answer', { state: 'failed', tries: 1, answer: 503, flaw: 'given_up' }, 'given_up'],
  ['is given up before its first try', { state: 'failed', tries: 0, answer: null, flaw: 'given_up' }, 'given_up'],
  ['is to be sent again', { state: 'waiting', tries: 0, answer: 503, flaw: 'given_up' }, null],
  ['was never tried', { state: 'waiting', tries: 0, answer: null, flaw: null }, null],
] as const)('of a delivery that %s this is said: %s', (_, delivery, result) => {
  expect(resultOf(delivery)).toBe(result)
})

describe('events', () => {
  const groups = (...of: Parameters<typeof offered>) => offered(...of).map(([group]) => group)

  test('stand in one group each', () => {
    expect(groups(false, [])).toEqual(['transaction', 'request', 'approval', 'batch'])
    expect(offered(false, []).flatMap(([, types]) => types)).toEqual(WebhookEventType.options)
  })

  test('that only a newer gateway knows can be seen, and stay or go', () => {
    const told = ['request.refunded', 'policy.changed', 'request.paid']
    expect(groups(false, told)).toEqual(['transaction', 'request', 'approval', 'batch', 'policy'])
    expect(chosenEvents(new Set(told), true)).toEqual(['request.paid', 'request.refunded', 'policy.changed'])
  })

  test('of batches are not for a webhook of some wallets', () => {
    const chosen = new Set(['batch.done', 'request.paid', 'transaction.settled'])
    expect(chosenEvents(chosen, false)).toEqual(['transaction.settled', 'request.paid', 'batch.done'])
    expect(chosenEvents(chosen, true)).toEqual(['transaction.settled', 'request.paid'])
    expect(groups(true, chosen)).toEqual(['transaction', 'request', 'approval'])
  })
})

const wish = {
  url: ' https://shop.example/hook ',
  description: ' ',
  events: ['request.paid' as const],
  walletIds: null,
  includeAmounts: false,
}
const known = {
  ...webhookOf(wish),
  ...{ id: 'h1', status: 'active', failingSince: null, waiting: 0, formerSecretUntil: null, createdAt: SINCE },
} as Webhook

test('a form comes to a webhook, without the spaces around its texts', () => {
  expect(webhookOf(wish)).toEqual({ ...wish, url: 'https://shop.example/hook', description: null })
  expect(webhookOf({ ...wish, description: ' Shop ' }).description).toBe('Shop')
})

test.each([
  ['nothing', {}, undefined],
  ['the order of events alone', { events: ['request.paid', 'batch.done'] }, undefined],
  ['another address', { url: 'https://b.example' }, { url: 'https://b.example' }],
  ['no description any more', { description: '' }, { description: null }],
  ['some wallets', { walletIds: ['w1'] }, { walletIds: ['w1'] }],
  ['amounts', { includeAmounts: true }, { includeAmounts: true }],
  ['an event less', { events: ['batch.done'] }, { events: ['batch.done'] }],
] as const)('of a form with %s what is changed is %j', (_, part, expected) => {
  const before: Webhook = { ...known, description: 'Shop', events: ['batch.done', 'request.paid'] }
  const form = { ...wish, description: 'Shop', events: [...before.events], ...part }
  expect(changeOf(before, webhookOf(form as typeof wish))).toEqual(expected)
})

test.each([
  ['https://shop.example/hook', null, 'shop.example/hook'],
  ['http://127.0.0.1:8080/', '', '127.0.0.1:8080/'],
  ['https://shop.example/hook', 'Orders\u202e of the shop', 'Orders of the shop'],
  [`https://${'a'.repeat(90)}.example`, null, `${'a'.repeat(59)}…`],
])('a webhook at %s, described as %j, is called %s', (url, description, name) => {
  expect(webhookName({ url, description })).toBe(name)
})

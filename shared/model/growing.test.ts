import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { nameOf } from '../ui/kit/values/name-of.ts'
import { RowVerdict } from './batch.ts'
import { AccountEvent } from './event.ts'
import { PolicyVerdict } from './policy.ts'
import { ApiKey } from './sign-in.ts'
import { Transaction } from './transaction.ts'
import { Delivery, Webhook } from './webhook.ts'

const at = '2027-01-31T12:00:00.000Z'

test.each<[string, z.ZodMiniType, object]>([
  [
    'a webhook told of it',
    Webhook,
    {
      ...{ id: 'h1', url: 'https://shop.example', events: ['transaction.settled', 'policy.changed'], walletIds: null },
      ...{ description: null, includeAmounts: false, status: 'active', failingSince: null, waiting: 0 },
      ...{ formerSecretUntil: null, createdAt: at },
    },
  ],
  [
    'a delivery of it',
    Delivery,
    {
      ...{ answer: null, ms: null, triedAt: null, nextAt: null },
      id: 'd1',
      type: 'policy.changed',
      subject: 'p1',
      state: 'failed',
      tries: 1,
      flaw: 'too_slow',
      createdAt: at,
    },
  ],
  [
    'an entry of the audit log',
    AccountEvent,
    {
      id: 'e1',
      at,
      type: 'policy.read',
      outcome: 'ok',
      credential: { type: 'device', id: null },
      address: null,
      subject: null,
    },
  ],
  [
    'a key that may do it',
    ApiKey,
    {
      ...{ lastUsedAt: null, expiresAt: null },
      id: 'k1',
      label: 'Till',
      prefix: 'sotto_sk_abcd',
      scopes: ['read', 'approve'],
      walletIds: null,
      createdAt: at,
    },
  ],
  ['a rule', PolicyVerdict, { rule: 'perWeek', of: 'group' }],
  ['a rule in the report of a batch', RowVerdict, { row: 1, line: null, is: 'waits', rule: 'perWeek', of: 'group' }],
  [
    'what a payment waits for',
    Transaction,
    {
      ...{
        id: 't1',
        type: 'TRANSFER',
        status: 'FAILED',
        amount: '1',
        token: 'STABLE',
        txHash: null,
        settlementTxHash: null,
      },
      ...{ walletId: 'w1', createdAt: at, updatedAt: at, failure: 'approval_forgotten', to: null, externalId: null },
      waitingFor: 'second_person',
    },
  ],
])('what only a newer gateway knows does not break the answer: %s', (_, schema, answer) => {
  expect(schema.parse(answer)).toMatchObject(answer)
})

test.each([
  ['request.paid', 'Paid'],
  ['policy.changed', 'policy.changed'],
  ['constructor', 'constructor'],
  [`\u202e<b>${'x'.repeat(90)}`, `b${'x'.repeat(59)}`],
])('the name %j is shown as %s', (name, shown) => {
  expect(nameOf({ 'request.paid': 'Paid' }, name)).toBe(shown)
})

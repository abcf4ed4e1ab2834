import { describe, expect, test } from 'vitest'
import { CHAIN_ID } from '#shared/api/kit/base.ts'
import type { Transaction, TransactionStatus } from '#shared/model/transaction.ts'
import { Refusal, type RefusalExtras } from '#shared/refusal.ts'
import { type KeptOrder, Orders, shown } from './orders.ts'
import { lookAfter, refund } from './refund.ts'
import type { Till } from './till.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const PAYEE = `0x${'11'.repeat(20)}` as const

/** What the gateway does with one payment. */
type Fate = TransactionStatus | 'unreachable' | ({ code: ConstructorParameters<typeof Refusal>[0] } & RefusalExtras)

/** A gateway in a few lines: it pays once per key, and knows the cards that a test names. */
function gateway(...fates: Fate[]) {
  const sent: { key: string | undefined; nota: string | undefined }[] = []
  let status: TransactionStatus = 'PENDING'
  const api = {
    verifyNota: async ({ nota }: { nota: string }) => {
      if (nota === 'scribble') throw new Refusal('invalid_nota')
      const subject = {
        address: nota === 'other' ? `0x${'22'.repeat(20)}` : PAYEE,
        chainId: nota === 'far' ? 1 : CHAIN_ID,
      }
      const checks = nota === 'forged' ? [{ name: 'wallet', result: 'failed', detail: 'Somebody else signed.' }] : []
      return { type: nota === 'receipt' ? 'receipt' : 'address-card', subject, valid: nota !== 'forged', checks }
    },
    transfer: async (body: { nota?: string }, options?: { idempotencyKey?: string }) => {
      sent.push({ key: options?.idempotencyKey, nota: body.nota })
      const fate = fates.shift() ?? 'PENDING'
      if (fate === 'unreachable') throw new TypeError('fetch failed')
      if (typeof fate === 'object') throw new Refusal(fate.code, fate)
      return { transaction: transaction(fate) }
    },
    getTransaction: async () => ({ transaction: transaction(status) }),
  }
  const till = { api, walletId: 'till' } as unknown as Till
  return { till, sent, settles: (as: TransactionStatus) => (status = as) }
}

const transaction = (status: TransactionStatus): Transaction => ({
  id: 'tz4a98xxat96iws9zmbrgj3a',
  type: 'TRANSFER',
  status,
  amount: '28',
  token: 'cSTABLE',
  txHash: HASH,
  settlementTxHash: null,
  walletId: 'tz4a98xxat96iws9zmbrgj3b',
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
  to: PAYEE,
  waitingFor: null,
  externalId: null,
  ...(status === 'FAILED' ? { error: 'reverted' } : {}),
})

/** A cup, paid. */
function order(): KeptOrder {
  const orders = new Orders()
  const draft = orders.draft(['cup'])
  if (draft === undefined) throw new Error('no cup')
  const asked = { url: 'http://localhost:7984/pay/cup', request: 'nota', requestId: 'one', transactionId: 'two' }
  return orders.place(draft, { state: 'paid', received: '28', ...asked })
}

const problemOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  )

describe('one order', () => {
  test('is paid back to the address of the card, and its page never sees card or key', async () => {
    const { till, sent, settles } = gateway('PENDING')
    const cup = order()
    await refund(till, cup, 'card')
    expect(shown(cup).refund).toEqual({ state: 'paying', amount: '28', payee: PAYEE, txHash: HASH, problem: null })
    settles('SETTLED')
    await lookAfter(till, cup)
    expect(cup.refund?.state).toBe('paid')
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(shown(cup))).not.toMatch(/card|idempotency/i)
  })

  test('is paid back once, however many clicks come at once or later', async () => {
    const { till, sent } = gateway('SETTLED')
    const cup = order()
    await Promise.all([refund(till, cup, 'card'), refund(till, cup, 'card'), refund(till, cup, 'card')])
    await refund(till, cup, 'card')
    expect(sent).toHaveLength(1)
  })

  test('goes to no second address', async () => {
    const { till, sent } = gateway('PENDING')
    const cup = order()
    await refund(till, cup, 'card')
    expect(await problemOf(refund(till, cup, 'other'))).toBe('refunded_to_another')
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['no answer', 'unreachable'],
    ['a gateway that broke', { code: 'internal_error' }],
    ['a busy gateway', { code: 'overloaded' }],
  ] as [string, Fate][])('after %s the very same payment is sent again', async (_, fate) => {
    const { till, sent } = gateway(fate, 'SETTLED')
    const cup = order()
    await refund(till, cup, 'card')
    expect(cup.refund?.state).toBe('unclear')
    await refund(till, cup, 'card')
    expect(cup.refund?.state).toBe('paid')
    expect(sent[1]).toEqual(sent[0])
  })

  test('whose repeat is refused stays unclear: the first attempt may have gone through', async () => {
    const { till, sent } = gateway('unreachable', { code: 'invalid_api_key' }, 'SETTLED')
    const cup = order()
    await refund(till, cup, 'card')
    await refund(till, cup, 'card')
    expect(cup.refund?.state).toBe('unclear')
    await refund(till, cup, 'card')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  test('whose payment failed for certain is paid by a new one', async () => {
    const details = { transaction: transaction('FAILED') }
    const { till, sent } = gateway({ code: 'transfer_failed', details }, 'SETTLED')
    const cup = order()
    await refund(till, cup, 'card')
    expect(cup.refund).toMatchObject({ state: 'failed', problem: 'reverted' })
    await refund(till, cup, 'card')
    expect(cup.refund?.state).toBe('paid')
    expect(sent[0]?.key).not.toBe(sent[1]?.key)
  })
})

test.each([
  ['scribble', 'card_refused'],
  ['receipt', 'card_refused'],
  ['far', 'card_refused'],
  ['forged', 'card_refused'],
])('nothing is paid to: %s', async (nota, problem) => {
  const { till, sent } = gateway()
  const cup = order()
  expect(await problemOf(refund(till, cup, nota))).toBe(problem)
  expect([cup.refund, sent]).toEqual([null, []])
})

test.each([
  [{ code: 'validation_error', details: [{ path: 'amount', message: 'is more than the 1' }] }, 'till_empty'],
  [{ code: 'invalid_nota' }, 'card_refused'],
  [{ code: 'invalid_api_key' }, 'gateway_refused'],
] as [Fate, string][])(
  'refused by the gateway before anything was recorded, the order is as it was: %j',
  async (fate, problem) => {
    const { till } = gateway(fate)
    const cup = order()
    expect(await problemOf(refund(till, cup, 'card'))).toBe(problem)
    expect(cup.refund).toBe(null)
  },
)

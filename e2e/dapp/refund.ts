import { randomUUID } from 'node:crypto'
import { CHAIN_ID } from '#shared/api/kit/base.ts'
import { type Failure, failureOf } from '#shared/client-failure.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { type ShopProblem, TOKEN } from './order.ts'
import type { KeptOrder, KeptRefund } from './orders.ts'
import type { Till } from './till.ts'

export class NotRefunded extends Error {
  readonly code: ShopProblem
  constructor(code: ShopProblem, message: string) {
    super(message)
    this.code = code
  }
}

const turns = new WeakMap<KeptOrder, Promise<void>>()

/**
 * Pays an order back to the address of a card. However often it is asked, and by how many clicks at once, one order is
 * paid back once: the key of the payment is kept before it is sent, and goes with every repeat.
 */
export function refund(till: Till, order: KeptOrder, nota: string): Promise<void> {
  const turn = (turns.get(order) ?? Promise.resolve()).catch(() => undefined).then(() => refundNow(till, order, nota))
  turns.set(order, turn)
  return turn
}

async function refundNow(till: Till, order: KeptOrder, nota: string): Promise<void> {
  if (order.payment.state !== 'paid') throw new NotRefunded('not_paid', 'This order is not paid.')
  const payee = await payeeOf(till, nota)
  const before = order.refund
  if (before === null || before.state === 'failed') return sendFirst(till, order, begun(order, payee, nota))
  if (before.payee !== payee)
    throw new NotRefunded('refunded_to_another', 'This order is being refunded to another address already.')
  if (before.state === 'unclear') await send(till, order, before).catch(() => leaveUnclear(order, before))
}

/** All that came in goes back, also where it was more than the order cost. */
function begun({ total, payment }: KeptOrder, payee: string, nota: string): KeptRefund {
  const idempotencyKey = randomUUID()
  const open = { txHash: null, problem: null, transactionId: null }
  return { state: 'unclear', amount: payment.received ?? total, payee, nota, idempotencyKey, ...open }
}

/** The address of a card that holds: made by its wallet, for this chain. */
async function payeeOf({ api }: Till, nota: string): Promise<string> {
  const said = await api.verifyNota({ nota }).catch((error: unknown) => {
    const { code, message } = failureOf(error)
    throw code === 'invalid_nota' ? new NotRefunded('card_refused', message) : gatewayAway(failureOf(error))
  })
  if (said.type !== 'address-card') throw new NotRefunded('card_refused', 'This is no address card.')
  if (said.subject.chainId !== CHAIN_ID) throw new NotRefunded('card_refused', 'This card is for another network.')
  const flaw = said.checks.find(({ result }) => result === 'failed')
  if (!said.valid) throw new NotRefunded('card_refused', flaw?.detail ?? 'Nobody known here signed this card.')
  return said.subject.address
}

/** A refusal of the very first attempt leaves the order as it was: the gateway has recorded nothing under this key. */
async function sendFirst(till: Till, order: KeptOrder, kept: KeptRefund): Promise<void> {
  order.refund = kept
  try {
    await send(till, order, kept)
  } catch (error) {
    const failure = failureOf(error)
    if (!isRefused(failure)) return leaveUnclear(order, kept)
    order.refund = null
    throw refusedBy(failure)
  }
}

async function send({ api, walletId }: Till, order: KeptOrder, kept: KeptRefund): Promise<void> {
  const { nota, amount, idempotencyKey } = kept
  try {
    const body = { walletId, amount, token: TOKEN, nota, externalId: order.id }
    take(order, kept, (await api.transfer(body, { idempotencyKey })).transaction)
  } catch (error) {
    const recorded = recordedIn(failureOf(error))
    if (recorded === undefined) throw error
    take(order, kept, recorded)
  }
}

function leaveUnclear(order: KeptOrder, kept: KeptRefund): void {
  order.refund = { ...kept, problem: 'The gateway did not say how it went. Asking again pays nothing twice.' }
}

/** Reads on where a payment was left. */
export async function lookAfter({ api }: Till, order: KeptOrder): Promise<void> {
  const kept = order.refund
  if (kept?.state !== 'paying' || kept.transactionId === null) return
  const seen = await api.getTransaction({ id: kept.transactionId }).catch(() => undefined)
  if (seen !== undefined) take(order, kept, seen.transaction)
}

const states = { PENDING: 'paying', SETTLING: 'paying', SETTLED: 'paid', FAILED: 'failed' } as const

function take(order: KeptOrder, kept: KeptRefund, transaction: Transaction): void {
  const { id, txHash, status, error } = transaction
  order.refund = { ...kept, state: states[status], transactionId: id, txHash, problem: error ?? null }
}

/** A money call that failed after its row was written carries that row. */
function recordedIn({ details }: Failure): Transaction | undefined {
  const inside =
    typeof details === 'object' && details !== null && 'transaction' in details ? details.transaction : null
  const parsed = Transaction.safeParse(inside)
  return parsed.success ? parsed.data : undefined
}

/** Said no before it recorded anything. Whatever else goes wrong, the payment may be under way. */
function isRefused({ status }: Failure): boolean {
  return status !== undefined && status >= 400 && status < 500
}

function refusedBy(failure: Failure): NotRefunded {
  const short = failure.code === 'validation_error' && JSON.stringify(failure.details ?? '').includes('"amount"')
  if (short) return new NotRefunded('till_empty', 'The till does not hold enough for this refund.')
  if (failure.code === 'invalid_nota') return new NotRefunded('card_refused', failure.message)
  return gatewayAway(failure)
}

const gatewayAway = ({ message }: Failure) =>
  new NotRefunded('gateway_refused', `The shop’s gateway says: ${message} Nothing was paid.`)

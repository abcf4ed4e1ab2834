import * as z from 'zod/mini'
import { CHAIN_ID, ENVIRONMENT, VERSION } from '#shared/api/kit/base.ts'
import { type Budget, createBudget } from '../gateway/budget.ts'
import {
  type BridgeReply,
  CAPABILITY,
  codes,
  type Method,
  methods,
  PAYMENTS,
  PURPOSE_MAX,
  REQUEST_MAX,
} from '../provider/protocol.ts'
import { type Asked, tooMany } from './approvals/approval.ts'
import { askPerson } from './approvals/asking.ts'
import { cardFailures, cardTrouble, readCard } from './card.ts'
import { capabilityOf, type Grant, permissionOf } from './grant.ts'
import { grantOf, noteUse, permissionsOf } from './grants.ts'
import type { Page } from './page.ts'
import { isRequestText } from './payments/request-text.ts'
import { answerOf, paymentAmong, paymentsAskedBy } from './payments/told.ts'
import { revoke } from './revoke.ts'
import { inTurn } from './turn.ts'

const None = z.strictObject({})
const Capabilities = z.strictObject({ [CAPABILITY]: None })
/** A line of plain text: no control or bidirectional characters that would make the prompt say something else. */
const Purpose = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PURPOSE_MAX), z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u))
const CardRequest = z.strictObject({ purpose: z.optional(Purpose) })
/** A request, and nothing beside it: what it says is under its maker's signature, whatever the page says. */
const PaymentRequest = z.strictObject({
  request: z.string().check(z.trim(), z.maxLength(REQUEST_MAX), z.refine(isRequestText)),
})
const Revoked = z.union([Capabilities, z.strictObject({ [PAYMENTS]: None })])

/** A page that reads its card, or how its payment goes, more often than this a minute would leave the wallet itself no room at the gateway. */
const ANSWERS_A_MINUTE = 20
const budgets = new Map<string, Budget>()

const value = (of: unknown): BridgeReply => ({ is: 'value', value: of })
const failure = (code: number, message: string): BridgeReply => ({ is: 'failure', failure: { code, message } })
const badParameters = failure(codes.badParameters, 'Bad parameters.')

/** Answers one question of a page of an enabled site. `key` is the bridge's name for it. */
export async function answerPage(page: Page, method: string, params: unknown, key: string): Promise<BridgeReply> {
  const known = methods.find((each) => each === method)
  if (known === undefined) return failure(codes.unknownMethod, 'Unknown method.')
  return answers[known](page, alone(params), key)
}

/** What a method is given stands by itself or alone in a list, as callers of EIP-1193 do either. Nothing is an empty object. */
function alone(params: unknown): unknown {
  const [only, ...more] = Array.isArray(params) ? params : [params]
  return more.length > 0 ? params : (only ?? {})
}

type Answerer = (page: Page, params: unknown, key: string) => Promise<BridgeReply>

const answers: Record<Method, Answerer> = {
  async sotto_getInfo(_, params) {
    if (!None.safeParse(params).success) return badParameters
    return value({ version: VERSION, environment: ENVIRONMENT, chainId: CHAIN_ID, methods })
  },

  async sotto_getPermissions({ origin }, params) {
    return None.safeParse(params).success ? value(await permissionsOf(origin)) : badParameters
  },

  async sotto_requestPermissions(page, params, key) {
    if (!Capabilities.safeParse(params).success) return badParameters
    const grant = await grantOf(page.origin)
    if (grant !== undefined) return value([permissionOf(grant)])
    return ask(page, 'sotto_requestPermissions', { purpose: null }, key)
  },

  async sotto_revokePermissions({ origin }, params) {
    const asked = Revoked.safeParse(params)
    if (!asked.success) return badParameters
    await inTurn(() => revoke((grant) => grant.origin === origin && capabilityOf(grant) in asked.data))
    return value(null)
  },

  async sotto_requestAddressCard(page, params, key) {
    const asked = CardRequest.safeParse(params)
    if (!asked.success) return badParameters
    const grant = await grantOf(page.origin)
    const card = grant === undefined ? 'gone' : await granted(grant)
    // A grant whose wallet is gone, or a wallet that is locked, is a reason to ask the person.
    if (typeof card === 'object') return card
    return card === 'away'
      ? failureOf(card)
      : ask(page, 'sotto_requestAddressCard', { purpose: asked.data.purpose ?? null }, key)
  },

  async sotto_getAddressCard({ origin }, params) {
    if (!None.safeParse(params).success) return badParameters
    const grant = await grantOf(origin)
    if (grant === undefined) return failure(codes.notGranted, 'No card is granted.')
    const card = await granted(grant)
    return typeof card === 'object' ? card : failureOf(card)
  },

  async sotto_requestPayment(page, params, key) {
    const asked = PaymentRequest.safeParse(params)
    if (!asked.success) return badParameters
    const { request } = asked.data
    const payments = await paymentsAskedBy(page.origin)
    const refused = payments.length > 0 ? tooOften(page.origin) : undefined
    if (refused !== undefined) return refused
    const paid = await paymentAmong(payments, request)
    if (paid !== undefined) return value((await answerOf(paid)) ?? { status: 'submitted' })
    return ask(page, 'sotto_requestPayment', { purpose: null, request }, key)
  },
}

type Trouble = ReturnType<typeof cardTrouble>
const failureOf = (trouble: Trouble): BridgeReply => ({ is: 'failure', failure: cardFailures[trouble] })

/** Counts one answer for which the gateway is asked; answers why it is one too many. */
function tooOften(origin: string): BridgeReply | undefined {
  const budget = budgets.get(origin) ?? createBudget(ANSWERS_A_MINUTE)
  budgets.set(origin, budget)
  const retryAfter = budget.take(Date.now())
  return retryAfter === 0 ? undefined : { is: 'failure', failure: tooMany('Asked too often.', retryAfter) }
}

/** The card that a site was granted, or why there is none. */
async function granted({ id, origin, profileId, walletId }: Grant): Promise<BridgeReply | Trouble> {
  const refused = tooOften(origin)
  if (refused !== undefined) return refused
  try {
    const card = await readCard(profileId, walletId)
    await noteUse(id, Date.now())
    // Taken back, or the site disabled, while the gateway answered.
    return (await grantOf(origin))?.id === id ? value(card) : 'gone'
  } catch (error) {
    const trouble = cardTrouble(error)
    if (trouble === 'gone') await inTurn(() => revoke((grant) => grant.id === id))
    return trouble
  }
}

async function ask(
  { origin, tabId }: Page,
  method: Asked['method'],
  about: Pick<Asked, 'purpose' | 'request'>,
  key: string,
): Promise<BridgeReply> {
  const refused = await askPerson({ origin, method, ...about }, { tabId, key })
  return refused === undefined ? { is: 'waiting' } : { is: 'failure', failure: refused }
}

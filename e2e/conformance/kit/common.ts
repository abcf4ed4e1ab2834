import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { refusalsOf } from '#shared/api/kit/endpoint.ts'
import { BODY_BYTES_MAX, RECENT_SIGN_IN_MS } from '#shared/limits.ts'
import type { Scope } from '#shared/model/user.ts'
import type { RefusalCode } from '#shared/refusal-codes.ts'
import { isLong } from '../../../gateway/testing/how-often.ts'
import type { Actor, Condition, KeySettings } from './actor.ts'
import { type Answer, ask, endpointOf, question } from './ask.ts'
import type { Example, Row } from './row.ts'
import type { Stage } from './stage.ts'

type Common = (stage: Stage, name: EndpointName, row: Row) => Promise<Answer>

/** A request of the endpoint as it is, with whatever is wrong about it. */
function plain(
  wrong: (request: ReturnType<typeof question>, name: EndpointName) => ReturnType<typeof question>,
): Common {
  return async (stage, name) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, wrong(question(name, actor.apiKey, await admitted(actor, name)), name))
  }
}

/** What gets a request as far as its body: where an API key is not enough, a session. */
async function admitted(actor: Actor, name: EndpointName): Promise<Example> {
  return endpointOf(name).access === 'session' ? { headers: await actor.newSession() } : {}
}

/** A request with the cookie of a session of this kind. */
function inSession(headersOf: (actor: Actor) => Promise<Record<string, string>>): Common {
  return async (stage, name) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, question(name, undefined, { headers: await headersOf(actor) }))
  }
}

/** A request with a credential of this kind. */
function asked(
  condition: Condition,
  credential: (stage: Stage, name: EndpointName) => Promise<string | undefined>,
): Common {
  return async (stage, name) => {
    const { url } = await stage.actor(condition)
    return ask(url, question(name, await credential(stage, name)))
  }
}

/** The endpoint's own example, at a gateway where it cannot succeed. */
function example(condition: Condition): Common {
  return async (stage, name, row) => {
    const actor = await stage.actor(condition)
    return ask(actor.url, question(name, actor.apiKey, await row.example(actor)))
  }
}

const soundKey = (settings: KeySettings) => async (stage: Stage) => (await stage.actor('sound')).newKey(settings)

const otherScopes = (name: EndpointName): Scope[] => {
  const all: Scope[] = ['read', 'manage', 'pay']
  return all.filter((scope) => scope !== endpointOf(name).access)
}

/** Two requests with one `Idempotency-Key`. */
async function twice(
  stage: Stage,
  name: EndpointName,
  row: Row,
  second: (body: unknown) => unknown,
  together: boolean,
) {
  const actor = await stage.actor('sound')
  const { body } = await row.example(actor)
  const key = `conformance-${name}-${together}`
  const send = (content: unknown) => {
    const made = question(name, actor.apiKey, { body: content })
    return ask(actor.url, { ...made, headers: { ...made.headers, 'idempotency-key': key } })
  }
  if (!together) {
    await send(body)
    return send(second(body))
  }
  const answers = await Promise.all([send(body), send(second(body))])
  return answers.find(({ status }) => status === 409) ?? answers[0]
}

const changed = (body: unknown) => {
  const fields = body as Record<string, unknown>
  if ('name' in fields) return { ...fields, name: 'somebody else' }
  return 'amount' in fields ? { ...fields, amount: '0.000001' } : { ...fields, label: 'something else' }
}

/** How to provoke, at any endpoint that declares it, each code that does not depend on what the endpoint does. */
export const common: { [Code in RefusalCode]?: Common } = {
  misdirected_request: plain((request) => ({ ...request, headers: { ...request.headers, host: 'evil.example' } })),
  method_not_allowed: plain((request, name) => ({
    ...request,
    method: endpointOf(name).path === '/policy' ? 'PATCH' : 'PUT',
  })),
  // The length by hand: Node announces no body of a DELETE.
  unsupported_media_type: plain(({ body = 'surprise', ...request }) => ({
    ...request,
    body,
    headers: { ...request.headers, 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)) },
  })),
  payload_too_large: plain((request, name) => {
    const { bodyBytesMax = BODY_BYTES_MAX } = endpointOf(name)
    return { ...request, body: JSON.stringify('x'.repeat(bodyBytesMax)) }
  }),
  validation_error: plain((request, name) =>
    endpointOf(name).body === undefined
      ? { ...request, path: `${request.path}?nonsense=1` }
      : { ...request, body: '{' },
  ),
  async not_found(stage, name, row) {
    const actor = await stage.actor('sound')
    const { params: _, ...rest } = await row.example(actor)
    const nothing = endpointOf(name).path.includes('{') ? rest : { ...rest, query: { walletId: 'none' } }
    return ask(actor.url, question(name, actor.apiKey, nothing))
  },

  unauthenticated: asked('sound', async () => undefined),
  invalid_api_key: asked('sound', async () => `sotto_sk_${'A'.repeat(43)}`),
  account_disabled: asked('sound', soundKey({ disabled: true })),
  session_required: asked('sound', soundKey({})),
  insufficient_scope: asked('sound', async (stage, name) => soundKey({ scopes: otherScopes(name) })(stage)),
  invalid_session: inSession(async () => ({ cookie: 'sotto_session=ended' })),
  password_change_required: inSession(async ({ newAccount, newSession }) =>
    newSession({ accountId: (await newAccount()).id, mustChange: true }),
  ),
  reauthentication_required: inSession(({ newSession }) => newSession({ agoMs: RECENT_SIGN_IN_MS })),
  cross_site_request: inSession(async ({ newSession }) => ({
    ...(await newSession()),
    origin: 'https://evil.example',
  })),
  internal_error: asked('broken', async (stage) => (await stage.actor('broken')).apiKey),
  async rate_limited(stage, name) {
    const { url, newKey } = await stage.actor('strict')
    const request = question(name, await newKey())
    await ask(url, request)
    return ask(url, request)
  },

  idempotency_mismatch: (stage, name, row) => twice(stage, name, row, changed, false),
  idempotency_in_progress: (stage, name, row) => twice(stage, name, row, (body) => body, true),

  not_configured: example('unconfigured'),
  upstream_unavailable: (stage, name, row) =>
    stage.severed(async (actor) => ask(actor.url, question(name, actor.apiKey, await row.example(actor)))),
}

const paying = ['fund', 'mint', 'transfer', 'redeem'] as const

/**
 * Declared, as by every endpoint of its kind, but out of reach: the probes ask nothing that could fail, and a full disk is
 * nothing to do to a process from outside (`gateway/http/storage.test.ts` shows the answer, `e2e/chaos` the disk).
 */
export const outOfReach: readonly (readonly [EndpointName, RefusalCode])[] = [
  ['getSandbox', 'internal_error'],
  ['postSandbox', 'internal_error'],
  ...(Object.keys(endpoints) as EndpointName[])
    .filter((name) => refusalsOf(endpointOf(name)).includes('storage_unavailable'))
    .map((name) => [name, 'storage_unavailable'] as const),
  // Half a minute in line, which `gateway/payments/` shows on a clock of its own.
  ...paying.map((name) => [name, 'overloaded'] as const),
  // Receipts of redeems by the hundred at once (`gateway/payments/in-line.test.ts` fills such a line).
  ['verifyNota', 'overloaded'],
  // Rows of another network, in a folder that was copied to one without a node.
  ['getTransactionNota', 'not_configured'],
  ['getRequestNota', 'not_configured'],
  ['batchReceipts', 'not_configured'],
  ['cancelTransaction', 'not_configured'],
  // A thousand streams, which `gateway/streams/` opens without sockets.
  ['streamEvents', 'overloaded'],
  // Two dozen keys out of passphrases, seconds of both cores; `gateway/crypto/turns.attack.test.ts` fills the line instead.
  ...(isLong ? [] : [['exportWallet', 'overloaded'] as const]),
  // Over before anybody can ask: `gateway/transactions/rebuilding/` and `gateway/recovery/` hold the search up, `e2e/chaos` restores backups.
  // As of payments.
  ['createBatch', 'overloaded'],
  ...paying.map((name) => [name, 'reconciling'] as const),
  ['createWallet', 'reconciling'],
  ['cancelRequest', 'reconciling'],
  ['listTransactions', 'reconciling'],
  ['startBatch', 'reconciling'],
  ['resumeBatch', 'reconciling'],
  ['retryBatch', 'reconciling'],
  // As of the payment that is approved, where the rows of that stand; `gateway/approvals/` shows that it goes on waiting.
  ['approvalOptions', 'request_ended'],
  ['approveTransaction', 'policy_denied'],
  ['approveTransaction', 'request_ended'],
  ['approveTransaction', 'transfer_failed'],
  ['approveTransaction', 'redeem_failed'],
  ['approveTransaction', 'redeem_settlement_failed'],
  ['approveTransaction', 'upstream_unavailable'],
  ['approveTransaction', 'not_configured'],
  ['approveTransaction', 'reconciling'],
  ['approveTransaction', 'overloaded'],
  ['rejectTransaction', 'reconciling'],
]

import { Failed, type Failure } from '#shared/client-failure.ts'
import type { CallInput } from '#shared/client-of.ts'
import { browser } from '../browser.ts'
import type { BatchCall } from '../gateway/batch-calls.ts'
import type { ReadEndpoint, WriteEndpoint } from '../gateway/page-calls.ts'
import { problemCodes } from '../problem.ts'
import { problemWords } from '../words/en/problems.ts'
import type { Answers, CallAnswer, RequestInput, RequestName } from './requests.ts'

/** What goes over the wire between a page of the wallet and its worker. */
export type Reply = { ok: true; value: unknown } | { ok: false; failure: Failure }

/** Asks the worker. Rejects with `Failed`, whose failure says why. */
export async function ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<Answers[N]> {
  const reply = (await browser.runtime.sendMessage({ to: 'worker', name, input })) as Reply | undefined
  if (reply === undefined) throw new Failed({ code: 'unexpected', message: 'The wallet did not answer itself.' })
  if (!reply.ok) throw new Failed(worded(reply.failure))
  return reply.value as Answers[N]
}

/** The wallet's own refusals travel as codes; the page gives them their sentence. */
function worded(failure: Failure): Failure {
  const code = problemCodes.find((each) => each === failure.code)
  return code === undefined ? failure : { ...failure, message: problemWords[code] }
}

/** A call of the gateway that only looks. */
export async function read<E extends ReadEndpoint>(
  profileId: string,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallAnswer<E>> {
  return readAnswer(endpoint, ask('gateway.read', { profileId, endpoint, input: input as Record<string, unknown> }))
}

/** A call of the gateway that changes something other than money. */
export async function write<E extends WriteEndpoint>(
  profileId: string,
  endpoint: E,
  input: CallInput<E>,
  idempotencyKey?: string,
): Promise<CallAnswer<E>> {
  const request = { profileId, endpoint, input: input as Record<string, unknown> }
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  return readAnswer(endpoint, ask('gateway.write', { ...request, ...key }))
}

/** Pays rows of a batch: only what a person has confirmed on the screen. */
export async function payBatch<E extends BatchCall>(
  profileId: string,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallAnswer<E>> {
  return readAnswer(endpoint, ask('money.batch', { profileId, endpoint, input }))
}

/** The schemas come with the first call: no page needs them to open. */
async function readAnswer<E extends ReadEndpoint | WriteEndpoint | BatchCall>(
  endpoint: E,
  asked: Promise<string>,
): Promise<CallAnswer<E>> {
  const [{ answerOf }, text] = await Promise.all([import('./answers.ts'), asked])
  return answerOf(endpoint, text)
}

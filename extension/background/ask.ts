import { Failed, type Failure } from '#shared/failure.ts'
import { browser } from '../browser.ts'
import { problemCodes } from '../problem.ts'
import { problemWords } from '../words/en/problems.ts'
import { looked } from './answers.ts'
import type {
  Answers,
  ReadAnswer,
  ReadEndpoint,
  ReadInput,
  RequestInput,
  RequestName,
  WriteEndpoint,
} from './requests.ts'

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
  input: ReadInput<E>,
): Promise<ReadAnswer<E>> {
  const answer = await ask('gateway.read', { profileId, endpoint, input: input as Record<string, unknown> })
  return looked(endpoint, answer) as ReadAnswer<E>
}

/** A call of the gateway that changes something other than money. */
export async function write<E extends WriteEndpoint>(
  profileId: string,
  endpoint: E,
  input: ReadInput<E>,
  idempotencyKey?: string,
): Promise<ReadAnswer<E>> {
  const request = { profileId, endpoint, input: input as Record<string, unknown> }
  const answer = await ask('gateway.write', {
    ...request,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
  return looked(endpoint, answer) as ReadAnswer<E>
}

import type { EndpointName, Endpoints } from '#shared/api/endpoints.ts'
import type { RefusalCode } from '#shared/refusal-codes.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './ask.ts'
import type { Stage } from './stage.ts'

/** What a request of an endpoint is filled with. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Takes the place of the API key, such as a session's cookie. */
  headers?: Record<string, string>
}

/** Brings a refusal about at a running gateway, and returns what was answered. */
export type Provocation = (stage: Stage) => Promise<Answer>

type Own<Name extends EndpointName> = Endpoints[Name]['refusals'][number]

/**
 * One endpoint of the API. Codes that `common.ts` knows how to provoke at any endpoint need no entry here;
 * one that stands here wins over it.
 */
export type Row = {
  /** A request that succeeds at the given gateway, made ready so far that it does. */
  example(actor: Actor): Promise<Example>
  /** The gateway at which it does; the one where nothing is wrong by default. */
  at?: 'sound' | 'hasty'
  /** Codes of this endpoint's own, each with its way to be provoked. */
  refusals: { [Code in RefusalCode]?: Provocation }
}

/** A table of rows: a name that is no endpoint, or a code that the endpoint cannot answer of its own, does not compile. */
export type Rows<Names extends EndpointName> = {
  [Name in Names]: Row & { refusals: { [Code in Exclude<RefusalCode, Own<Name> | Overridable>]?: never } }
}

/** Common codes that an endpoint may have to provoke in a way of its own. */
type Overridable = 'idempotency_in_progress' | 'idempotency_mismatch' | 'rate_limited' | 'internal_error' | 'not_found'

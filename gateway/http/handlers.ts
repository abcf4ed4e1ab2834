import type { EndpointName, Endpoints } from '#shared/api/endpoints.ts'
import type { Body, Data, PathParams, Query } from '#shared/api/kit/endpoint.ts'
import type { Caller } from '../auth/caller.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Stream } from './stream.ts'

/** What a handler is given: parsed, authenticated, counted. */
export type Input<Name extends EndpointName> = {
  params: PathParams<Endpoints[Name]['path']>
  query: Query<Endpoints[Name]>
  body: Body<Endpoints[Name]>
  caller: Endpoints[Name]['access'] extends 'none' ? undefined : Caller
  context: RequestContext
  /** The `Idempotency-Key`, on endpoints that honour it. */
  idempotencyKey: string | undefined
  /** For a stream: ID of the last event that its client has received. */
  lastEventId: string | undefined
}

/** Data with another status or more headers than the endpoint's own. */
export class Reply<D> {
  readonly data: D
  readonly status: number
  readonly headers: Record<string, string>
  constructor(data: D, status: number, headers: Record<string, string>) {
    this.data = data
    this.status = status
    this.headers = headers
  }
}

export type Handler<Name extends EndpointName> = (
  input: Input<Name>,
) => Promise<Endpoints[Name] extends { stream: true } ? Stream : Data<Endpoints[Name]> | Reply<Data<Endpoints[Name]>>>

/** One handler per endpoint of the API: a missing one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Name> }

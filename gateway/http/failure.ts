import { RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { invalid, Refusal } from '#shared/refusal.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { cannotWrite } from '../db/database.ts'
import { errorWords, withoutUrls } from '../error-words.ts'
import type { World } from '../world/world.ts'
import type { Env } from './env.ts'
import { addHeaders, json } from './headers.ts'

/** Turns whatever went wrong into the failure envelope. Only what the server admin must know of is logged. */
export function failure(world: Pick<World, 'log' | 'drained'>, error: unknown, c: Context<Env>): Response {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal_error') unexpected(world, error, c.get('requestId'))
  if (refusal.code === 'storage_unavailable') {
    world.log.error({ requestId: c.get('requestId'), reason: String(error) }, 'the database cannot be written to')
  }
  // RFC 9110, section 15.5.2: anyone who is not let in is told how one would be.
  if (refusal.status === 401) addHeaders(c, { 'www-authenticate': 'Bearer' })
  addHeaders(c, refusal.headers)
  return json(c, refusal.status, envelope(refusal))
}

/** Anyone who is still at work when the gateway stops finds the database closed: as after a crash, nothing is lost. */
function unexpected({ log, drained }: Pick<World, 'log' | 'drained'>, error: unknown, requestId: string): void {
  if (drained.aborted) {
    const reason = errorWords(error)
    log.warn({ requestId, reason }, 'a request was not finished when the gateway stopped')
  } else log.error({ requestId, error: describe(error) }, 'a request failed unexpectedly')
}

/** What a request is refused with for whatever went wrong. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ChainUnavailable) return new Refusal('upstream_unavailable', { cause: error })
  if (cannotWrite(error)) return new Refusal('storage_unavailable', { cause: error, headers: { 'retry-after': '5' } })
  return new Refusal('internal_error', { cause: error })
}

/**
 * Answers what the HTTP server could not even make a request of, which so reaches no route: an odd `Host` or target. In
 * the envelope, since a client reads nothing else.
 */
export function malformed(world: Pick<World, 'log' | 'drained' | 'newId'>, error: unknown): Response {
  const requestId = world.newId()
  const refusal = error instanceof RequestError ? invalid('', 'the request cannot be read') : refusalOf(error)
  if (refusal.code === 'internal_error') unexpected(world, error, requestId)
  return Response.json(envelope(refusal), {
    status: refusal.status,
    headers: { 'x-content-type-options': 'nosniff', 'x-request-id': requestId },
  })
}

export function envelope({ code, message, details }: Refusal): object {
  return { ok: false, error: { code, message, ...(details === undefined ? {} : { details }) } }
}

/** Name and stack, never the enumerable fields: an error of a library may carry the request that it failed on. */
function describe(error: unknown): string {
  return withoutUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

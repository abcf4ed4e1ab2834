import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Refusal } from '#shared/refusals.ts'
import { ChainUnavailable } from '../chain/port.ts'
import type { Log } from '../log.ts'

/** Turns whatever went wrong into the failure envelope. Only what was not expected is logged with its stack. */
export function failure(log: Log, error: unknown, c: Context): Response {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal_error') {
    log.error({ requestId: c.get('requestId'), error: describe(error) }, 'a request failed unexpectedly')
  }
  // RFC 9110, section 15.5.2: whoever is not let in is told how one would be.
  if (refusal.status === 401) c.header('www-authenticate', 'Bearer')
  for (const [key, value] of Object.entries(refusal.headers)) c.header(key, value)
  const { code, message, details } = refusal
  const body = { ok: false, error: { code, message, ...(details === undefined ? {} : { details }) } }
  return c.json(body, refusal.status as ContentfulStatusCode)
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ChainUnavailable) return new Refusal('upstream_unavailable', { cause: error })
  return new Refusal('internal_error', { cause: error })
}

/** Name and stack, never the enumerable fields: an error of a library may carry the request that it failed on. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

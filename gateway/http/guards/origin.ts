import { type Endpoint, isWrite } from '#shared/api/kit/endpoint.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import { extensionOrigin, type RequestContext } from '../../auth/request-context.ts'

/**
 * A browser sends the session's cookie along with what any page makes it send. So a write that the cookie vouches for,
 * and every step of signing in, must come from our own pages, or from the extension that signed this session in.
 */
export function checkOrigin(
  endpoint: Endpoint,
  caller: Caller | undefined,
  context: RequestContext,
  publicUrl: string | undefined,
): void {
  const byCookie = caller?.credential.type === 'session' && isWrite(endpoint)
  if (!byCookie && endpoint.login === undefined) return
  if (context.origin === undefined) {
    if (context.site !== 'cross-site' && context.site !== 'same-site') return
  } else {
    if (isOwn(context, publicUrl)) return
    const extension = extensionOrigin(context.origin)
    if (extension !== null && (caller === undefined || caller.extensionOrigin === extension)) return
  }
  throw new Refusal('cross_site_request')
}

/** The `Host` has been checked: it is a loopback name, or the public one. A page cannot choose it. */
function isOwn({ origin, host }: RequestContext, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true
  const publicHost = publicUrl !== undefined && new URL(publicUrl).host === host.toLowerCase()
  return !publicHost && (origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`)
}

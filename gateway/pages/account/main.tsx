import { render } from 'preact'
import { clientOf } from '#shared/client-of.ts'
import { screenEndpoints } from '#shared/ui/security/api.ts'
import { App } from './app.tsx'

/** For an answer that never comes. */
const TIMEOUT_MS = 30_000

// The cookie goes along with every call; no script ever sees it.
const api = clientOf(screenEndpoints, {
  origin: location.origin,
  request: { credentials: 'same-origin', cache: 'no-store' },
  fetch: (url, init) => fetch(url, { ...init, signal: inTime(init.signal) }),
})

function inTime(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

render(<App api={api} origin={location.origin} />, document.body)

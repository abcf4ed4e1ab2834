import { render } from 'preact'
import { clientOf } from '#shared/client-of.ts'
import { screenEndpoints } from '#shared/ui/security/api.ts'
import { App } from './app.tsx'

// The cookie goes along with every call; no script ever sees it.
const api = clientOf(screenEndpoints, {
  origin: location.origin,
  request: { credentials: 'same-origin', cache: 'no-store' },
})

render(<App api={api} origin={location.origin} />, document.body)

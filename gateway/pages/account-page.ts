import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { servePage } from './serve-page.ts'

/** `/account`: password, codes, passkeys, API keys and sessions, on the gateway's own origin. */
export function accountPage(app: Hono<Env>): void {
  servePage(app, {
    name: 'account',
    styles: { own: 'account.css', shared: ['tokens.css', 'kit.css'] },
    headers: { 'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)' },
  })
}

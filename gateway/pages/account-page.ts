import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { servePage } from './serve-page.ts'

/** `/account`: password, codes, passkeys, API keys and sessions, on the gateway's own origin. */
export function accountPage(app: Hono<Env>): void {
  servePage(app, {
    name: 'account',
    bundled: ['ui/tokens.css', 'ui/kit.css', 'account/account.css', 'account/account.js'],
    headers: { 'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)' },
  })
}

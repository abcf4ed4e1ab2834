import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { servePage } from './serve-page.ts'

/** The page on which anybody can see what a nota proves, without an account. It asks this gateway for its keys alone. */
export function verifyPage(app: Hono<Env>): void {
  servePage(app, { name: 'verify', bundled: ['ui/tokens.css', 'verify/style.css', 'verify/verify.js'] })
}

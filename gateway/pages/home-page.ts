import type { Hono } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import type { Env } from '../http/env.ts'
import { version } from '../version.ts'
import type { World } from '../world/world.ts'
import { escaped, pageHead } from './html.ts'
import { originOf, pageHeaders, serveFiles } from './serve-page.ts'

const entries = [
  ['/account', 'Account', 'Password, second factors, sessions and API keys.'],
  ['/verify', 'Check a nota', 'What a receipt, an address card or a request proves. It needs no account.'],
  ['/docs', 'API', 'Every call of this gateway, with examples.'],
] as const

/**
 * `/`: for people who open the address of a gateway in a browser. Programs get what they got before there was a page, since
 * they do not ask for one: `404 not_found`.
 */
export function homePage(app: Hono<Env>, world: World): void {
  app.get('/', (c) => {
    if (!/\btext\/html\b/i.test(c.req.header('accept') ?? '')) throw new Refusal('not_found')
    const origin = originOf(world.config.SOTTO_PUBLIC_URL, c.req.url)
    return c.body(page(world, origin), 200, {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept',
    })
  })
  serveFiles(app, 'home', ['ui/tokens.css', 'home/home.css'])
}

function page({ config, chain }: World, origin: string): string {
  const links = entries.map(([path, name, about]) => {
    return `<li><a href="${path}"><strong>${name}</strong><span>${about}</span></a></li>`
  })
  const styles = ['/home/tokens.css', '/home/home.css']
  return `${pageHead({ title: 'Sotto gateway', icon: '/verify/icon.svg', styles })}
  <body>
    <header>
      <p class="brand"><img src="/verify/icon.svg" alt="" width="28" height="28">Sotto</p>
      <h1>A gateway for confidential payments</h1>
      <p class="lead">Test network: no real money.</p>
    </header>
    <main>
      <dl class="about">
        <dt>State</dt><dd class="running">Running</dd>
        <dt>Version</dt><dd>${escaped(version)}</dd>
        <dt>Network</dt><dd>${escaped(config.SOTTO_NETWORK)} (chain ${chain.chainId})</dd>
      </dl>
      <nav aria-label="Pages of this gateway"><ul class="entries">${links.join('')}</ul></nav>
      <p class="wallet">For the wallet in your browser: connect it to <code>${escaped(origin)}</code></p>
    </main>
  </body>
</html>
`
}

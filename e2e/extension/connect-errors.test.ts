import type { RequestListener } from 'node:http'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Hands, handsOn } from './hands.ts'
import { closedPort, serve, serveUntrusted, type TestServer } from './harness/servers.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

let wallet: Wallet
let page: Page
let hands: Hands
/** Where an answer is waited for that never ends. */
let endlessly: Hands
const servers: TestServer[] = []
/** What was said at each address: no two causes share a sentence. */
const said = new Map<string, string>()

beforeAll(async () => {
  // Past the proxy, since this is about connections themselves.
  wallet = await openWallet({
    direct: true,
    hosts: ['http://localhost', 'https://localhost', 'https://nobody.invalid'],
  })
  await wallet.create()
  // Begun first, in a tab of its own: it takes its seconds while the others are told.
  endlessly = handsOn(await wallet.open('dashboard.html'))
  await find(await at(serve(endless)), endlessly)
  page = await wallet.open('dashboard.html')
  hands = handsOn(page)
})
afterAll(async () => {
  await wallet?.close()
  for (const server of servers) await server.close()
})

async function at(server: Promise<TestServer>, scheme = 'http'): Promise<string> {
  const { port, close } = await server
  servers.push({ port, close })
  return `${scheme}://localhost:${port}`
}

const json =
  (status: number, body: object): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const gateway = {
  ok: true,
  service: 'sotto',
  version: 'v1',
  environment: 'sandbox',
  timestamp: '2027-01-31T12:00:00.000Z',
}
const refusal = (code: string) => ({ ok: false, error: { code, message: 'No.' } })

async function find(address: string, by = hands): Promise<void> {
  await by.type('Address of the gateway', address)
  await by.press('Find the gateway')
}

const causes: [string, () => Promise<string>, RegExp][] = [
  ['a port on which nobody listens', async () => `http://localhost:${await closedPort()}`, /Nothing listens/],
  ['a name that does not exist', async () => 'https://nobody.invalid', /no host of this name/],
  [
    'a certificate that nobody vouches for',
    () => at(serveUntrusted(json(200, gateway)), 'https'),
    /certificate is not trusted/,
  ],
  ['something else', () => at(serve((_, response) => response.end('<h1>Welcome'))), /not a Sotto gateway/],
  ['a gateway of another version', () => at(serve(json(200, { ...gateway, version: 'v2' }))), /another version.*v2/],
  [
    'a proxy whose gateway is away',
    () => at(serve(json(503, refusal('not_configured')))),
    /gateway behind it is not.*503/,
  ],
  [
    'a gateway that does not know the name',
    () => at(serve(json(421, refusal('misdirected_request')))),
    /does not answer to this host name/,
  ],
  [
    'a redirect',
    () => at(serve((_, response) => response.writeHead(302, { location: 'http://localhost:1/' }).end())),
    /leads elsewhere/,
  ],
  ['a server that never answers', () => at(serve(() => undefined)), /took too long/],
]

test.each(causes)('%s is told in its own words, with what to do', async (what, address, sentence) => {
  await find(await address())
  const alert = page.getByRole('alert').filter({ hasText: sentence })
  await alert.waitFor()
  const text = (await alert.innerText()).trim()
  expect(text.split('\n').length, text).toBeGreaterThan(1)
  said.set(what, text)
  // A new address is a new attempt: what was said of the last one goes.
  await hands.type('Address of the gateway', '')
  await alert.waitFor({ state: 'detached' })
})

test('no two of them are told alike', () => {
  expect(said.size).toBe(causes.length)
  const sentences = [...said.values()].map((text) => text.split('\n')[0])
  expect(new Set(sentences).size).toBe(causes.length)
})

test('over TLS, a port on which nobody listens is told as what it is', async () => {
  await find(`https://localhost:${await closedPort()}`)
  await hands.alarmed(/Nothing listens/)
})

test('an answer that never ends is told as what it is', async () => {
  await endlessly.alarmed(/took too long|not a Sotto gateway/)
})

test.each([
  ['', /Type the address/],
  ['http://pay.example.org', /Plain http is for this computer alone/],
  ['http://localhost.example.org', /Plain http is for this computer alone/],
  ['https://me:secret@pay.example.org', /name or password in it/],
  ['not an address', /This is no address/],
  ['javascript:alert(1)', /This is no address/],
])('%j is refused before anything is asked', async (address, sentence) => {
  await find(address)
  await page.getByText(sentence).waitFor()
  expect(await hands.field('Address of the gateway').getAttribute('aria-invalid')).toBe('true')
})

test('a permission that is not given is told as that; nothing is sent', async () => {
  let asked = 0
  const server = serve((_, response) => {
    asked++
    response.end()
  })
  const denying = await wallet.open('icon/sotto.svg')
  // Nobody can press the browser's own prompt: it answers as if "Deny" had been chosen.
  await denying.addInitScript(`chrome.permissions.request = async () => false`)
  await denying.goto(page.url())
  await handsOn(denying).type('Address of the gateway', await at(server))
  await handsOn(denying).press('Find the gateway')
  await handsOn(denying).alarmed(/did not let Sotto talk to this host/)
  expect(asked).toBe(0)
  await denying.close()
})

test('a host that turned out to be no gateway keeps no permission', async () => {
  await find(await at(serve((_, response) => response.end('<h1>Welcome'))))
  await hands.alarmed(/not a Sotto gateway/)
  await expect
    .poll(() => wallet.run('chrome.permissions.getAll().then(({ origins }) => origins)'))
    .not.toContain('http://localhost/*')
})

test('where there is a gateway, it is found', async () => {
  const address = await at(serve(json(200, gateway)))
  await find(address)
  await hands.sees(`Gateway found at ${address}`)
})

/** A byte now and then, for ever. */
const endless: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 100)
  response.once('close', () => clearInterval(timer))
}
